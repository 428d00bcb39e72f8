import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
} from 'react';
import { useRef, useState } from 'react';

import { Icon } from '../components/Icon.tsx';
import { shortScreen, useMediaQuery } from '../components/use-media-query.ts';
import { followScrolling } from './collapsing-controls.ts';
import './bottom-sheet.css';

interface BottomSheetProps {
  readonly label: string;
  readonly stop: SheetStop;
  readonly onStopChange: (stop: SheetStop) => void;
  /** What the sheet shows, for the label of its button. */
  readonly content: 'list' | 'details';
  /** A short text at the top while the sheet shows only its head. */
  readonly summary: ReactNode;
  /** The controls below the handle, visible at every stop. They collapse while the content is scrolled down. */
  readonly head: ReactNode;
  /** Not rendered until the sheet is first opened. */
  readonly children: ReactNode;
}

/** The assumed size until it is measured. Until then, the style sheet sets the height of the sheet. */
const unmeasured: SheetSize = { headInPixels: 90, availableInPixels: 700 };
const borderInPixels = 1;

/** The parts by which the sheet can be dragged, in addition to their own controls. */
const draggableParts = '.sheet-handle, .sheet-head, .results-bar, .details-head';
/** A pointer that moves less than this is a press, not a drag. */
const dragThresholdInPixels = 6;
/** If the pointer rests for longer than this before it is released, the sheet has no momentum. */
const restInMilliseconds = 80;

interface Drag {
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  readonly startHeight: number;
  isMoving: boolean;
  lastY: number;
  lastTime: number;
  speed: number;
}

/**
 * A sheet over the lower part of its parent. It is dragged by any part of its header, and its handle is a button that
 * steps through its stops. The handle is the first thing on the sheet but the last in the document, so that the keyboard
 * reaches the content first.
 */
export function BottomSheet({ label, stop, onStopChange, content, summary, head, children }: BottomSheetProps) {
  const isShort = useMediaQuery(shortScreen);
  const sheet = useRef<HTMLElement>(null);
  const headElement = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const hasDragged = useRef(false);
  const [size, setSize] = useState(unmeasured);
  const [draggedHeight, setDraggedHeight] = useState<number | null>(null);
  const [hasOpened, setHasOpened] = useState(false);
  const isDragged = draggedHeight !== null;
  if (!hasOpened && (stop !== 'peek' || isDragged)) setHasOpened(true);

  useLayoutEffect(() => {
    const parts = [handle.current, headElement.current];
    const measure = (): void => {
      const headInPixels = parts.reduce((sum, part) => sum + (part?.offsetHeight ?? 0), borderInPixels);
      const availableInPixels = sheet.current?.parentElement?.clientHeight ?? unmeasured.availableInPixels;
      setSize((before) =>
        before.headInPixels === headInPixels && before.availableInPixels === availableInPixels
          ? before
          : { headInPixels, availableInPixels },
      );
    };
    // The observer also reports the initial sizes, after the first layout.
    const observer = new ResizeObserver(measure);
    for (const part of [...parts, sheet.current?.parentElement]) if (part) observer.observe(part);
    return () => {
      observer.disconnect();
    };
  }, []);

  // On a short screen, the controls scroll away with the content, and the list would not become longer.
  useEffect(() => (sheet.current && !isShort ? followScrolling(sheet.current) : undefined), [stop, isShort]);

  const height = draggedHeight ?? heightOfStop(stop, size);

  // The map uses this property to keep its content clear of the sheet. At full height the sheet covers the whole map,
  // and the property keeps the value of the half stop.
  useLayoutEffect(() => {
    if (size === unmeasured) return;
    const covered = heightOfStop(stop === 'full' ? 'half' : stop, size);
    sheet.current?.parentElement?.style.setProperty('--sheet-cover', `${covered}px`);
  }, [stop, size]);

  function startDrag(event: PointerEvent<HTMLElement>): void {
    hasDragged.current = false;
    const target = event.target as Element;
    if (event.button !== 0 || !event.isPrimary) return;
    const part = target.closest(draggableParts);
    // A popover or a dialog is inside the element of its button, but not on the sheet.
    if (!part || target.closest('[popover], dialog')) return;
    // A fast mouse leaves the sheet before it has moved far enough for a drag. A captured pointer could not press a
    // button, so there the capture starts with the drag.
    if (!target.closest('button, a, select')) part.setPointerCapture(event.pointerId);
    drag.current = {
      pointerId: event.pointerId,
      startX: event.clientX,
      startY: event.clientY,
      startHeight: height,
      isMoving: false,
      lastY: event.clientY,
      lastTime: event.timeStamp,
      speed: 0,
    };
  }

  function continueDrag(event: PointerEvent<HTMLElement>): void {
    const current = drag.current;
    if (current?.pointerId !== event.pointerId) return;
    if (!current.isMoving) {
      const down = Math.abs(event.clientY - current.startY);
      if (down < dragThresholdInPixels || down < Math.abs(event.clientX - current.startX)) return;
      current.isMoving = true;
      hasDragged.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    const elapsed = event.timeStamp - current.lastTime;
    if (elapsed > 0) current.speed = (current.lastY - event.clientY) / elapsed;
    current.lastY = event.clientY;
    current.lastTime = event.timeStamp;
    const wanted = current.startHeight + current.startY - event.clientY;
    setDraggedHeight(Math.max(heightOfStop('peek', size), Math.min(heightOfStop('full', size), wanted)));
  }

  function endDrag(event: PointerEvent<HTMLElement>): void {
    const current = drag.current;
    if (current?.pointerId !== event.pointerId) return;
    drag.current = null;
    if (draggedHeight === null) return;
    setDraggedHeight(null);
    const isResting = event.timeStamp - current.lastTime > restInMilliseconds;
    onStopChange(stopAfterDrag(draggedHeight, isResting ? 0 : current.speed, size));
  }

  /** A drag that starts on a button must not press it. */
  function ignoreClickAfterDrag(event: MouseEvent): void {
    if (!hasDragged.current) return;
    hasDragged.current = false;
    event.preventDefault();
    event.stopPropagation();
  }

  function stepByKey(event: KeyboardEvent): void {
    const next = stopAfterKey(event.key, stop);
    if (next === null) return;
    event.preventDefault();
    onStopChange(next);
  }

  const step = nextStop[stop];
  return (
    <section
      ref={sheet}
      className="sheet"
      aria-label={label}
      data-stop={stop}
      data-dragged={isDragged ? true : undefined}
      style={size === unmeasured ? undefined : { height }}
      onPointerDown={startDrag}
      onPointerMove={continueDrag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onClickCapture={ignoreClickAfterDrag}
    >
      <div ref={headElement} className="sheet-head ruled flex-none">
        {head}
      </div>
      {/* Hidden content must not be focusable. */}
      <div className="sheet-body column" inert={stop === 'peek' && !isDragged}>
        {hasOpened ? children : null}
      </div>
      <div
        ref={handle}
        className="sheet-handle row flex-none"
        onClick={() => {
          onStopChange(step.stop);
        }}
      >
        <span className="sheet-grip" aria-hidden="true" />
        <span className="sheet-summary grow truncated small muted figure">{stop === 'peek' ? summary : null}</span>
        {/* A press bubbles to the handle. */}
        <button
          type="button"
          className="sheet-step row gap-4 bare inner-focus small strong flex-none"
          onKeyDown={stepByKey}
        >
          <Icon name={step.stop === 'peek' ? 'down' : 'up'} size={18} />
          {step.label ?? `Show the ${content}`}
        </button>
      </div>
    </section>
  );
}

/** The snap points of the sheet: only its head, half of the available height, all of it. */
export const sheetStops = ['peek', 'half', 'full'] as const;
export type SheetStop = (typeof sheetStops)[number];

interface SheetSize {
  /** Height of the handle and the head, which are visible at every stop. */
  readonly headInPixels: number;
  /** Height of the area that the sheet may cover. */
  readonly availableInPixels: number;
}

/** The height of the sheet in pixels at a stop. */
export function heightOfStop(stop: SheetStop, { headInPixels, availableInPixels }: SheetSize): number {
  if (stop === 'peek') return Math.min(headInPixels, availableInPixels);
  return stop === 'half'
    ? Math.max(Math.min(headInPixels, availableInPixels), Math.round(availableInPixels / 2))
    : availableInPixels;
}

/** How long a released sheet would continue at its speed. */
const momentumInMilliseconds = 250;

/**
 * The stop that a released sheet moves to: the nearest one to where its momentum would carry it. The speed is positive
 * upwards.
 */
export function stopAfterDrag(heightInPixels: number, speedInPixelsPerMillisecond: number, size: SheetSize): SheetStop {
  const destination = heightInPixels + speedInPixelsPerMillisecond * momentumInMilliseconds;
  return sheetStops.reduce((best, stop) =>
    Math.abs(heightOfStop(stop, size) - destination) < Math.abs(heightOfStop(best, size) - destination) ? stop : best,
  );
}

/** The stop after an arrow key on the handle: one higher or one lower. Null for other keys, and at either end. */
function stopAfterKey(key: string, stop: SheetStop): SheetStop | null {
  const steps = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  return steps === 0 ? null : (sheetStops[sheetStops.indexOf(stop) + steps] ?? null);
}

/** The handle at each stop: moves the sheet to the next higher stop, or from the last stop to the first. */
const nextStop: Readonly<Record<SheetStop, { readonly stop: SheetStop; readonly label: string | null }>> = {
  // Named after the content.
  peek: { stop: 'half', label: null },
  half: { stop: 'full', label: 'Show more' },
  full: { stop: 'peek', label: 'Show the map' },
};
