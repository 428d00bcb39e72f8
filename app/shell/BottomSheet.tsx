import { useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';

import { Icon } from '../components/Icon.tsx';
import './bottom-sheet.css';
import { heightOfStop, nextStop, stopAfterDrag, type SheetRoom, type SheetStop } from './sheet-stops.ts';

export interface BottomSheetProps {
  readonly label: string;
  readonly stop: SheetStop;
  readonly onStop: (stop: SheetStop) => void;
  /** Shows at every stop. */
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** Until it is measured the style sheet gives its height, which is that of half a sheet. */
const unmeasured: SheetRoom = { headInPixels: 120, roomInPixels: 700 };

interface Drag {
  readonly startY: number;
  readonly startHeight: number;
  lastY: number;
  lastTime: number;
  speed: number;
}

/** A sheet over the lower part of its parent, dragged by its handle or stepped by the button in it. */
export function BottomSheet({ label, stop, onStop, head, children }: BottomSheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const headElement = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [room, setRoom] = useState(unmeasured);
  const [draggedHeight, setDraggedHeight] = useState<number | null>(null);

  useLayoutEffect(() => {
    const measure = (): void => {
      const headInPixels = headElement.current?.offsetHeight ?? unmeasured.headInPixels;
      const roomInPixels = sheet.current?.parentElement?.clientHeight ?? unmeasured.roomInPixels;
      setRoom((before) =>
        before.headInPixels === headInPixels && before.roomInPixels === roomInPixels
          ? before
          : { headInPixels, roomInPixels },
      );
    };
    // It tells of each first as well, when the page has been laid out anyway: until then the style sheet gives the height.
    const observer = new ResizeObserver(measure);
    if (headElement.current) observer.observe(headElement.current);
    if (sheet.current?.parentElement) observer.observe(sheet.current.parentElement);
    return () => {
      observer.disconnect();
    };
  }, []);

  const height = draggedHeight ?? heightOfStop(stop, room);

  // The map keeps clear of the sheet, but a sheet at full height covers it: there is nothing left to keep clear.
  useLayoutEffect(() => {
    if (room === unmeasured) return;
    const covered = heightOfStop(stop === 'full' ? 'half' : stop, room);
    sheet.current?.parentElement?.style.setProperty('--sheet-cover', `${covered}px`);
  }, [stop, room]);

  function begin(event: PointerEvent<HTMLDivElement>): void {
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

  function move(event: PointerEvent<HTMLDivElement>): void {
    const current = drag.current;
    if (!current) return;
    const elapsed = event.timeStamp - current.lastTime;
    if (elapsed > 0) current.speed = (current.lastY - event.clientY) / elapsed;
    current.lastY = event.clientY;
    current.lastTime = event.timeStamp;
    const wanted = current.startHeight + current.startY - event.clientY;
    setDraggedHeight(Math.max(heightOfStop('peek', room), Math.min(heightOfStop('full', room), wanted)));
  }

  function end(): void {
    const current = drag.current;
    drag.current = null;
    if (!current || draggedHeight === null) return;
    setDraggedHeight(null);
    onStop(stopAfterDrag(draggedHeight, current.speed, room));
  }

  const step = nextStop[stop];
  return (
    <section
      ref={sheet}
      className="sheet"
      aria-label={label}
      data-stop={stop}
      data-dragged={draggedHeight === null ? undefined : true}
      style={room === unmeasured ? undefined : { height }}
    >
      <div ref={headElement} className="sheet-head">
        <div
          className="sheet-handle"
          onPointerDown={begin}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
        >
          <span className="sheet-grip" aria-hidden="true" />
          <button
            type="button"
            className="sheet-step"
            onClick={() => {
              onStop(step.stop);
            }}
          >
            <Icon name={step.stop === 'peek' ? 'down' : 'up'} size={18} />
            {step.label}
          </button>
        </div>
        {head}
      </div>
      {/* What cannot be seen cannot be reached either. */}
      <div className="sheet-body" inert={stop === 'peek' && draggedHeight === null}>
        {children}
      </div>
    </section>
  );
}
