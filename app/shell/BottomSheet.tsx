import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import { Icon } from '../components/Icon.tsx';
import './bottom-sheet.css';

interface BottomSheetProps {
  readonly label: string;
  readonly stop: SheetStop;
  readonly onStopChange: (stop: SheetStop) => void;
  /** Visible at every stop. */
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** The assumed size until it is measured. Until then, the style sheet sets the height of the sheet to 50 %. */
const unmeasured: SheetSize = { headInPixels: 120, availableInPixels: 700 };

interface Drag {
  readonly startY: number;
  readonly startHeight: number;
  lastY: number;
  lastTime: number;
  speed: number;
}

/** A sheet over the lower part of its parent, with a drag handle and a button that steps through its stops. */
export function BottomSheet({ label, stop, onStopChange, head, children }: BottomSheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const headElement = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [size, setSize] = useState(unmeasured);
  const [draggedHeight, setDraggedHeight] = useState<number | null>(null);

  useLayoutEffect(() => {
    const measure = (): void => {
      const headInPixels = headElement.current?.offsetHeight ?? unmeasured.headInPixels;
      const availableInPixels = sheet.current?.parentElement?.clientHeight ?? unmeasured.availableInPixels;
      setSize((before) =>
        before.headInPixels === headInPixels && before.availableInPixels === availableInPixels
          ? before
          : { headInPixels, availableInPixels },
      );
    };
    // The observer also reports the initial sizes, after the first layout.
    const observer = new ResizeObserver(measure);
    if (headElement.current) observer.observe(headElement.current);
    if (sheet.current?.parentElement) observer.observe(sheet.current.parentElement);
    return () => {
      observer.disconnect();
    };
  }, []);

  const height = draggedHeight ?? heightOfStop(stop, size);

  // The map uses this property to keep its content clear of the sheet. At full height the sheet covers the whole map,
  // and the property keeps the value of the half stop.
  useLayoutEffect(() => {
    if (size === unmeasured) return;
    const covered = heightOfStop(stop === 'full' ? 'half' : stop, size);
    sheet.current?.parentElement?.style.setProperty('--sheet-cover', `${covered}px`);
  }, [stop, size]);

  function startDrag(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      startY: event.clientY,
      startHeight: height,
      lastY: event.clientY,
      lastTime: event.timeStamp,
      speed: 0,
    };
  }

  function continueDrag(event: PointerEvent<HTMLDivElement>): void {
    const current = drag.current;
    if (!current) return;
    const elapsed = event.timeStamp - current.lastTime;
    if (elapsed > 0) current.speed = (current.lastY - event.clientY) / elapsed;
    current.lastY = event.clientY;
    current.lastTime = event.timeStamp;
    const wanted = current.startHeight + current.startY - event.clientY;
    setDraggedHeight(Math.max(heightOfStop('peek', size), Math.min(heightOfStop('full', size), wanted)));
  }

  function endDrag(): void {
    const current = drag.current;
    drag.current = null;
    if (!current || draggedHeight === null) return;
    setDraggedHeight(null);
    onStopChange(stopAfterDrag(draggedHeight, current.speed, size));
  }

  const step = nextStop[stop];
  return (
    <section
      ref={sheet}
      className="sheet"
      aria-label={label}
      data-stop={stop}
      data-dragged={draggedHeight === null ? undefined : true}
      style={size === unmeasured ? undefined : { height }}
    >
      <div ref={headElement} className="sheet-head">
        <div
          className="sheet-handle"
          onPointerDown={startDrag}
          onPointerMove={continueDrag}
          onPointerUp={endDrag}
          onPointerCancel={endDrag}
        >
          <span className="sheet-grip" aria-hidden="true" />
          <button
            type="button"
            className="sheet-step"
            onClick={() => {
              onStopChange(step.stop);
            }}
          >
            <Icon name={step.stop === 'peek' ? 'down' : 'up'} size={18} />
            {step.label}
          </button>
        </div>
        {head}
      </div>
      {/* Hidden content must not be focusable. */}
      <div className="sheet-body" inert={stop === 'peek' && draggedHeight === null}>
        {children}
      </div>
    </section>
  );
}

/** The snap points of the sheet: only its head, half of the available height, all of it. */
export const sheetStops = ['peek', 'half', 'full'] as const;
export type SheetStop = (typeof sheetStops)[number];

interface SheetSize {
  /** Height of the head, which is visible at every stop. */
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

/** A sheet that is released at a higher speed continues to the next stop in its direction. */
const flickInPixelsPerMillisecond = 0.5;

/** The stop that a sheet snaps to when it is released at a height. The speed is positive upwards. */
export function stopAfterDrag(heightInPixels: number, speedInPixelsPerMillisecond: number, size: SheetSize): SheetStop {
  const nearest = sheetStops.reduce((best, stop) =>
    Math.abs(heightOfStop(stop, size) - heightInPixels) < Math.abs(heightOfStop(best, size) - heightInPixels)
      ? stop
      : best,
  );
  if (Math.abs(speedInPixelsPerMillisecond) < flickInPixelsPerMillisecond) return nearest;
  const isUp = speedInPixelsPerMillisecond > 0;
  const further = sheetStops.filter((stop) =>
    isUp ? heightOfStop(stop, size) > heightInPixels : heightOfStop(stop, size) < heightInPixels,
  );
  return (isUp ? further[0] : further.at(-1)) ?? nearest;
}

/** The button at each stop: moves the sheet to the next higher stop, or from the last stop to the first. */
export const nextStop: Readonly<Record<SheetStop, { readonly stop: SheetStop; readonly label: string }>> = {
  peek: { stop: 'half', label: 'Show the list' },
  half: { stop: 'full', label: 'Show more of the list' },
  full: { stop: 'peek', label: 'Show the map' },
};
