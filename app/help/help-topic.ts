import { useEffect, useState } from 'react';

import { helpFragment, helpTopics, type HelpTopic } from '../components/open-help.ts';

/** `#help-positions`: an address can be opened at a topic. */
const inHash = (hash: string): HelpTopic | null => helpTopics.find((topic) => hash === helpFragment(topic)) ?? null;

/**
 * The topic of help that is open, if any, and how to close it. It opens by the address's fragment, by a
 * `coastwatch:help` event whose detail names the topic, and with the key `?` where nothing is being typed.
 */
export function useHelpTopic(): readonly [topic: HelpTopic | null, close: () => void] {
  const [topic, setTopic] = useState<HelpTopic | null>(() => inHash(window.location.hash));

  useEffect(() => {
    const onHash = (): void => {
      setTopic(inHash(window.location.hash));
    };
    const onEvent = (event: Event): void => {
      const detail: unknown = event instanceof CustomEvent ? event.detail : null;
      setTopic(helpTopics.find((each) => each === detail) ?? 'keys');
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
    if (inHash(window.location.hash)) {
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    }
  };
  return [topic, close];
}
