// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';

import { watchPixelRatio } from './use-map-surface.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('reports every change of the ratio, until it is unsubscribed', () => {
  const asked = new Map<string, EventTarget>();
  vi.stubGlobal('matchMedia', (query: string) => {
    const list = asked.get(query) ?? new EventTarget();
    asked.set(query, list);
    return list;
  });
  const becomes = (ratio: number): void => {
    const left = asked.get(`(resolution: ${window.devicePixelRatio}dppx)`);
    vi.stubGlobal('devicePixelRatio', ratio);
    left?.dispatchEvent(new Event('change'));
  };
  let changes = 0;
  const end = watchPixelRatio(() => changes++);
  becomes(2);
  expect(changes).toBe(1);
  becomes(1.5);
  expect(changes).toBe(2);
  end();
  becomes(1);
  expect(changes).toBe(2);
});
