import { useEffect, useState } from 'react';

import { Icon } from './Icon.tsx';

/** A button that returns from the details to the list. */
export function BackToListButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <button type="button" className="button" data-kind="plain" onClick={onPress}>
      <Icon name="back" size={18} />
      Back to list
    </button>
  );
}

/** A button that copies a text, and briefly shows whether that worked. */
export function CopyButton({
  text,
  label,
  size = 'small',
}: {
  readonly text: string;
  readonly label: string;
  readonly size?: 'small' | 'full';
}) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => {
      setOutcome(null);
    }, 2500);
    return () => {
      clearTimeout(timer);
    };
  }, [outcome]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }

  const texts = { idle: label, copied: 'Copied', failed: 'Not copied' } as const;
  return (
    <>
      <button
        type="button"
        className="button"
        data-size={size === 'small' ? 'small' : undefined}
        onClick={() => void copy()}
      >
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={16} />
        {/* All texts are in the same place, and one is visible: the button keeps its width, so that nothing moves. */}
        <span className="button-states">
          {Object.entries(texts).map(([state, text]) => (
            <span key={state} aria-hidden={state !== (outcome ?? 'idle')}>
              {text}
            </span>
          ))}
        </span>
      </button>
      <span className="visually-hidden" role="status">
        {outcome === null ? '' : texts[outcome]}
      </span>
    </>
  );
}
