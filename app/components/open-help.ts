export const helpTopics = ['about', 'terms', 'positions', 'times', 'marks', 'keys', 'device', 'dictionary'] as const;
export type HelpTopic = (typeof helpTopics)[number];

/** Opens the page's help at a topic; whoever shows the help listens. The address stays as it is. */
export function openHelp(topic: HelpTopic): void {
  window.dispatchEvent(new CustomEvent('coastwatch:help', { detail: topic }));
}

/** The fragment of an address that opens the page with the help at a topic. */
export function helpFragment(topic: HelpTopic): string {
  return topic === 'about' ? '#help' : `#help-${topic}`;
}
