/** Browsers read the file some time after the press; an address taken back too early saves nothing. */
const keptForInMilliseconds = 60_000;

/** Hands a file to the browser, to be saved under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
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
