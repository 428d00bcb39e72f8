// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';

import { watchPixelRatio } from './use-map-surface.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('reports every change of the device pixel ratio until it is unsubscribed', () => {
  const queries = new Map<string, EventTarget>();
  vi.stubGlobal('matchMedia', (query: string) => {
    const list = queries.get(query) ?? new EventTarget();
    queries.set(query, list);
    return list;
  });
  const changeRatioTo = (ratio: number): void => {
    const previous = queries.get(`(resolution: ${window.devicePixelRatio}dppx)`);
    vi.stubGlobal('devicePixelRatio', ratio);
    previous?.dispatchEvent(new Event('change'));
  };
  let changes = 0;
  const unsubscribe = watchPixelRatio(() => changes++);
  changeRatioTo(2);
  expect(changes).toBe(1);
  changeRatioTo(1.5);
  expect(changes).toBe(2);
  unsubscribe();
  changeRatioTo(1);
  expect(changes).toBe(2);
});
