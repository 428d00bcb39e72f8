import { type ComponentProps, useEffect, useState } from 'react';

import { Icon, type IconName } from './Icon.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: 'primary' | 'plain' | undefined;
  readonly size?: 'small' | 'icon' | undefined;
}

/** A button in the style of `buttons.css`. */
export function Button({ kind, size, className, ...button }: ButtonProps) {
  const classes = className === undefined ? 'button' : `button ${className}`;
  return <button type="button" className={classes} data-kind={kind} data-size={size} {...button} />;
}

interface IconButtonProps extends Omit<ButtonProps, 'size' | 'children'> {
  readonly icon: IconName;
  readonly iconSize?: number;
  readonly label: string;
}

/** A button that shows only an icon. */
export function IconButton({ icon, iconSize, label, ...button }: IconButtonProps) {
  return (
    <Button size="icon" aria-label={label} {...button}>
      <Icon name={icon} size={iconSize} />
    </Button>
  );
}

/** A button that returns from the details to the list. */
export function BackToListButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button className="narrow" kind="plain" onClick={onPress}>
      <Icon name="back" size={18} />
      Back to list
    </Button>
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
      <Button size={size === 'small' ? 'small' : undefined} onClick={() => void copy()}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={16} />
        {/* All texts are in the same place, and one is visible: the button keeps its width, so that nothing moves. */}
        <span className="button-states">
          {Object.entries(texts).map(([state, text]) => (
            <span key={state} aria-hidden={state !== (outcome ?? 'idle')}>
              {text}
            </span>
          ))}
        </span>
      </Button>
      <span className="visually-hidden" role="status">
        {outcome === null ? '' : texts[outcome]}
      </span>
    </>
  );
}
