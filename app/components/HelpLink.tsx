import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react';

import { repairedText } from '../vocabulary/text.ts';

const helpTopics = ['about', 'terms', 'positions', 'times', 'marks', 'keys', 'device', 'dictionary'] as const;
export type HelpTopic = (typeof helpTopics)[number];

/** Opens the help at a topic, with an event that `useHelpTopic` listens for. Does not change the address. */
export function openHelp(topic: HelpTopic): void {
  window.dispatchEvent(new CustomEvent('coastwatch:help', { detail: topic }));
}

/** The URL fragment that opens the help at a topic. */
function helpFragment(topic: HelpTopic): string {
  return topic === 'about' ? '#help' : `#help-${topic}`;
}

/**
 * Whether the browser should follow the link itself: into a new tab or window, or as a download. `app/explorer/` has the
 * same function, because shared components may not import from there.
 */
const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * A link to a help topic. A plain click opens the help in this page without a history entry; the `href` is for new
 * tabs.
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
        if (opensElsewhere(event)) return;
        event.preventDefault();
        openHelp(topic);
      }}
    />
  );
}

/**
 * The topic of a fragment such as `#help-positions`; null for other fragments. Punctuation that a program included at the
 * end of the link is ignored.
 */
const topicOfFragment = (fragment: string): HelpTopic | null => {
  const written = repairedText(fragment);
  return helpTopics.find((topic) => written === helpFragment(topic)) ?? null;
};

/**
 * The open help topic, if any, and a function that closes the help. The help is opened by the fragment of the address,
 * by a `coastwatch:help` event whose detail is the topic, or by the `?` key outside text fields.
 */
export function useHelpTopic(): readonly [topic: HelpTopic | null, close: () => void] {
  const [topic, setTopic] = useState<HelpTopic | null>(() => topicOfFragment(window.location.hash));

  useEffect(() => {
    const onHash = (): void => {
      setTopic(topicOfFragment(window.location.hash));
    };
    const onEvent = (event: Event): void => {
      setTopic((event as CustomEvent<HelpTopic>).detail);
    };
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      if (event.key === '?' && !isTyping && !event.defaultPrevented) setTopic('keys');
    };
    window.addEventListener('hashchange', onHash);
    window.addEventListener('coastwatch:help', onEvent);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('hashchange', onHash);
      window.removeEventListener('coastwatch:help', onEvent);
      window.removeEventListener('keydown', onKey);
    };
  }, []);

  const close = (): void => {
    setTopic(null);
    if (topicOfFragment(window.location.hash)) {
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    }
  };
  return [topic, close];
}
