/** Browsers read the file some time after the press; an address taken back too early saves nothing. */
const keptForInMilliseconds = 60_000;

/** Hands text to the browser as a file to save under a name. */
export function saveFile(pieces: readonly string[], type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([...pieces], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, keptForInMilliseconds);
}
