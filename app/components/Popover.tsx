import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import './popover.css';

interface PopoverProps {
  /** Content of the button that opens and closes the popover. */
  readonly button: ReactNode;
  readonly buttonClassName: string;
  readonly buttonKind?: 'plain';
  /** Accessible name of the button, if its content is not enough. */
  readonly buttonLabel?: string | undefined;
  readonly buttonTitle?: string | undefined;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
  /** Accessible name of the popover. */
  readonly label: string;
  readonly widthInPixels?: number;
  /** The height of content that should not scroll: with less space, the popover covers its button. */
  readonly heightInPixels?: number;
  /** Whether the content can have the focus, so that the keyboard can scroll content without controls. */
  readonly isFocusable?: boolean;
  /** Rendered only while the popover is open. */
  readonly children: ReactNode;
}

/**
 * A button with a popover. The browser shows it in the top layer, closes it on Escape or a press outside, and restores
 * the focus.
 */
export function Popover({
  button,
  buttonClassName,
  buttonKind,
  buttonLabel,
  buttonTitle,
  buttonRef,
  label,
  widthInPixels = 320,
  heightInPixels = 0,
  isFocusable = false,
  children,
}: PopoverProps) {
  const id = useId();
  const ownRef = useRef<HTMLButtonElement>(null);
  const anchor = buttonRef ?? ownRef;
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    const updatePosition = (): void => {
      if (box.current && anchor.current) positionPopover(box.current, anchor.current, widthInPixels, heightInPixels);
    };
    updatePosition();
    window.addEventListener('resize', updatePosition);
    return () => {
      window.removeEventListener('resize', updatePosition);
    };
  }, [isOpen, anchor, widthInPixels, heightInPixels]);

  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={buttonClassName}
        data-kind={buttonKind}
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
        className="popover floating"
        onBeforeToggle={(event) => {
          if (event.newState !== 'open') return;
          // Positioned before it opens, so that it never first appears elsewhere.
          if (anchor.current) positionPopover(event.currentTarget, anchor.current, widthInPixels, heightInPixels);
          setIsOpen(true);
        }}
        onToggle={(event) => {
          // Removes the content only after closing: the browser restores the focus only if the content still has it.
          if (event.newState === 'closed') setIsOpen(false);
        }}
      >
        {/* A focusable popover itself is not reached with the Tab key in some versions of Chromium. */}
        {isOpen && (isFocusable ? <div tabIndex={0}>{children}</div> : children)}
      </div>
    </>
  );
}

/** Closes the popover that contains the element. */
export function closePopoverAround(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** Free space at the edges of the screen, and between the anchor and the popover. */
const marginInPixels = 8;
const gapInPixels = 4;
/** If there is less space than this below the anchor, the popover opens on the side with more space. */
const minHeightInPixels = 320;
/** The largest height of a popover that does not request more. Taller content scrolls. */
const maxHeightInPixels = 560;

interface PopoverPosition {
  readonly left: number;
  readonly width: number;
  readonly maxHeight: number;
  /** The side of the screen from which `offset` is measured: the bottom if the popover opens upward. */
  readonly side: 'top' | 'bottom';
  readonly offset: number;
}

/** The position of a popover below or above its anchor, within the screen. All lengths are in pixels. */
export function popoverPosition(
  anchor: { readonly left: number; readonly top: number; readonly bottom: number },
  screen: { readonly width: number; readonly height: number },
  wantedWidth: number,
  wantedHeight = 0,
): PopoverPosition {
  const width = Math.min(wantedWidth, screen.width - 2 * marginInPixels);
  const left = Math.max(marginInPixels, Math.min(anchor.left, screen.width - marginInPixels - width));
  const below = screen.height - anchor.bottom - gapInPixels - marginInPixels;
  const above = anchor.top - gapInPixels - marginInPixels;
  const limitHeight = (space: number): number => Math.min(space, Math.max(wantedHeight, maxHeightInPixels));
  if (Math.max(below, above) < wantedHeight) {
    const maxHeight = limitHeight(screen.height - 2 * marginInPixels);
    return { left, width, maxHeight, side: 'bottom', offset: marginInPixels };
  }
  return below >= minHeightInPixels || below >= above
    ? { left, width, maxHeight: limitHeight(below), side: 'top', offset: anchor.bottom + gapInPixels }
    : { left, width, maxHeight: limitHeight(above), side: 'bottom', offset: screen.height - anchor.top + gapInPixels };
}

/** Positions an element next to its anchor. */
function positionPopover(
  element: HTMLElement,
  anchor: HTMLElement,
  widthInPixels: number,
  heightInPixels: number,
): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const position = popoverPosition(
    anchor.getBoundingClientRect(),
    { width: clientWidth, height: clientHeight },
    widthInPixels,
    heightInPixels,
  );
  Object.assign(element.style, {
    left: `${position.left}px`,
    width: `${position.width}px`,
    maxHeight: `${position.maxHeight}px`,
    top: position.side === 'top' ? `${position.offset}px` : 'auto',
    bottom: position.side === 'bottom' ? `${position.offset}px` : 'auto',
  });
}
