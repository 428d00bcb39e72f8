/** Whether a key press is the browser's command to print: Ctrl+P or Command+P. */
export function isPrintKey({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key === 'p';
}
