import { expect, it } from 'vitest';

import { createViewStore } from './view-store.ts';
import { initialView } from './view-state.ts';

it('keeps the radius around places while places are selected, and then resets it', () => {
  const { getState } = createViewStore(initialView);
  getState().select({ kind: 'place', id: 1 });
  expect(getState().placeRadiusInMetres).toBe(5000);
  getState().setPlaceRadius(1234.56);
  getState().select({ kind: 'place', id: 2 });
  expect(getState().placeRadiusInMetres).toBe(1234.6);
  getState().select({ kind: 'record', id: 2 });
  expect(getState().placeRadiusInMetres).toBe(5000);
  getState().setPlaceRadius(1000);
  expect(getState().placeRadiusInMetres).toBe(5000);
});
