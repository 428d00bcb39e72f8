/** A text as it is, or as much of it as fits with an ellipsis into a width in pixels. */
export function shortened(text: string, mostPixels: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= mostPixels) return text;
  const characters = [...text];
  let [fits, tooMany] = [0, characters.length];
  const cut = (kept: number): string => `${characters.slice(0, kept).join('').trimEnd()}…`;
  while (tooMany - fits > 1) {
    const tried = Math.floor((fits + tooMany) / 2);
    if (widthOf(cut(tried)) <= mostPixels) fits = tried;
    else tooMany = tried;
  }
  return cut(fits);
}
