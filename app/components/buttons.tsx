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

  return (
    <button
      type="button"
      className="button"
      data-size={size === 'small' ? 'small' : undefined}
      onClick={() => void copy()}
    >
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={16} />
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Could not copy' : label}
      </span>
    </button>
  );
}
