import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';

import { placePopover } from './popover-place.ts';
import './popover.css';

export interface PopoverProps {
  /** What the button shows; it opens and closes what floats. */
  readonly button: ReactNode;
  readonly buttonClassName: string;
  /** The button's name, when what it shows is not enough. */
  readonly buttonLabel?: string | undefined;
  readonly buttonTitle?: string | undefined;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
  /** Names what floats. */
  readonly label: string;
  readonly widthInPixels?: number;
  /** Rendered only while it floats. */
  readonly children: ReactNode;
}

/**
 * A button, and what floats beside it while it is open. The browser holds it above everything, closes it with Escape or
 * a press outside, and gives the focus back.
 */
export function Popover({
  button,
  buttonClassName,
  buttonLabel,
  buttonTitle,
  buttonRef,
  label,
  widthInPixels = 320,
  children,
}: PopoverProps) {
  const id = useId();
  const ownRef = useRef<HTMLButtonElement>(null);
  const anchor = buttonRef ?? ownRef;
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    const place = (): void => {
      if (box.current && anchor.current) placePopover(box.current, anchor.current, widthInPixels);
    };
    place();
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('resize', place);
    };
  }, [isOpen, anchor, widthInPixels]);

  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={buttonClassName}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-label={buttonLabel}
        title={buttonTitle}
      >
        {button}
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className="popover"
        onBeforeToggle={(event) => {
          if (event.newState !== 'open') return;
          // Before it shows, so that it never shows elsewhere first.
          if (anchor.current) placePopover(event.currentTarget, anchor.current, widthInPixels);
          setIsOpen(true);
        }}
        onToggle={(event) => {
          // Only now: the browser gives back the focus from what stands within.
          if (event.newState === 'closed') setIsOpen(false);
        }}
      >
        {isOpen && children}
      </div>
    </>
  );
}

/** Closes the popover around an element within it. */
export function closePopoverAround(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}
