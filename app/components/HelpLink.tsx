import type { ComponentProps, MouseEvent } from 'react';

import { helpFragment, openHelp, type HelpTopic } from './open-help.ts';

/** In a new tab or window, or as a download. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * Leads to what the help says about a topic. A plain press opens it in this page without a step in the browser's
 * history; the address is for a new tab.
 */
export function HelpLink({
  topic,
  ...link
}: { readonly topic: HelpTopic } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  return (
    <a
      {...link}
      href={helpFragment(topic)}
      onClick={(event) => {
        if (isForBrowser(event)) return;
        event.preventDefault();
        openHelp(topic);
      }}
    />
  );
}
