/** Opens the page's help at a topic; whoever shows the help listens. */
export function openHelp(topic: 'positions' | 'times'): void {
  window.dispatchEvent(new CustomEvent('coastwatch:help', { detail: topic }));
}
