import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';

import { simulatePopovers } from '../../components/testing/native-popovers.ts';
import type { Histogram } from '../../engine/engine.ts';
import type { Session } from '../../session/session.ts';
import { fakeData, fakeResult, fakeSession } from '../../session/testing/fake-session.ts';
import { SessionContext } from '../../session/use-session.ts';
import { type Filters, noFilters } from '../../view/view-state.ts';
import { Timeline } from '../Timeline.tsx';

const months = 82;
/** October 2014 to July 2021: a sighting in each month, and two detections in the last. */
const histogram: Histogram = {
  firstMonth: 2014 * 12 + 9,
  lastMonth: 2021 * 12 + 6,
  counts: {
    sighting: new Uint32Array(months).fill(1),
    detection: Uint32Array.from({ length: months }, (_, index) => (index === months - 1 ? 2 : 0)),
    handled: new Uint32Array(months),
    other: new Uint32Array(months),
  },
};
const chartWidth = 424;

export async function show(
  filters: Partial<Filters> = {},
  newest: string | null = '2021-07-31T00:13:00',
): Promise<Session> {
  const session = await fakeSession(
    {
      load: () => Promise.resolve({ ...fakeData, newest, histogram }),
      query: (query) => Promise.resolve(fakeResult(query, { histogram })),
    },
    { filters: { ...noFilters, ...filters } },
  );
  render(
    <SessionContext value={session}>
      <Timeline />
    </SessionContext>,
  );
  return session;
}

export const selectedDays = (session: Session): readonly (string | null)[] => {
  const { from, to } = session.view.getState().filters;
  return [from, to];
};
export const handle = (name: string): HTMLElement => screen.getByRole('slider', { name });
export const chart = (): HTMLElement => {
  const box = handle('First month').parentElement;
  if (!box) throw new Error('the handle is not in a chart');
  return box;
};
/** The x coordinate at which a month begins. */
export const monthX = (month: number): number => 40 + ((month - histogram.firstMonth) / months) * (chartWidth - 64);
export const firePointerEvent = (
  type: 'pointerDown' | 'pointerMove' | 'pointerUp',
  target: Element,
  clientX: number,
): void => {
  fireEvent[type](target, { clientX, button: 0, isPrimary: true, pointerId: 1 });
};

/**
 * Adds what the test document lacks: popovers, and elements with a width and resize events. `layOut` fires those
 * events; `end` removes everything.
 */
export function prepareDocument(): { readonly layOut: () => void; readonly end: () => void } {
  const endPopovers = simulatePopovers();
  const observers: (() => void)[] = [];
  const before = globalThis.ResizeObserver;
  globalThis.ResizeObserver = class {
    constructor(onResize: ResizeObserverCallback) {
      observers.push(() => {
        onResize([], this);
      });
    }
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => chartWidth });
  return {
    layOut: () => {
      act(() => {
        for (const resized of observers) resized();
      });
    },
    end: () => {
      cleanup();
      endPopovers();
      globalThis.ResizeObserver = before;
      Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
    },
  };
}
