import { expect, it } from 'vitest';

import { createViewStore } from './view-store.ts';
import { initialView } from './view-state.ts';

it('keeps the radius while places and points are selected, and then resets it', () => {
  const { getState } = createViewStore(initialView);
  getState().select({ kind: 'place', id: 1 });
  expect(getState().selectionRadiusInMetres).toBe(1000);
  getState().setSelectionRadius(1234.56);
  getState().select({ kind: 'place', id: 2 });
  expect(getState().selectionRadiusInMetres).toBe(1234.6);
  getState().select({ kind: 'location', position: { longitude: 115.75, latitude: -32 } });
  expect(getState().selectionRadiusInMetres).toBe(1234.6);
  getState().select({ kind: 'record', id: 2 });
  expect(getState().selectionRadiusInMetres).toBe(1000);
  getState().setSelectionRadius(2000);
  expect(getState().selectionRadiusInMetres).toBe(1000);
});
