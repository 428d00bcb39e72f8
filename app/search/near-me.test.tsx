// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Explorer } from '../explorer/explorer.ts';
import { fakeExplorer, fakePlace } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
// The button loads it when it is pressed.
import './near-me.ts';
import { NearMeButton } from './NearMeButton.tsx';

type GetPosition = Geolocation['getCurrentPosition'];
const getPosition = vi.fn<GetPosition>();

const found =
  (latitude: number, longitude: number): GetPosition =>
  (onFound) => {
    onFound({ coords: { latitude, longitude, accuracy: 35 } } as GeolocationPosition);
  };

beforeEach(() => {
  getPosition.mockReset();
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: getPosition } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'geolocation');
});

async function show(engine: Parameters<typeof fakeExplorer>[0] = {}): Promise<Explorer> {
  const explorer = await fakeExplorer(engine);
  render(
    <ExplorerContext value={explorer}>
      <input id="place-search" aria-label="Place" />
      <NearMeButton />
    </ExplorerContext>,
  );
  return explorer;
}

async function press(): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Near me' }));
    await Promise.resolve();
    await Promise.resolve();
  });
}

describe('near me', () => {
  it('shows that it is waiting, and requests the position only once', async () => {
    await show();
    await press();
    const button = screen.getByRole('button', { name: 'Locating …' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    expect(getPosition).toHaveBeenCalledTimes(1);
  });

  it('keeps the map and says so if the position is outside the region', async () => {
    const explorer = await show();
    const { map } = explorer.view.getState();
    getPosition.mockImplementation(found(48.1, 11.6));
    await press();
    expect(explorer.view.getState()).toMatchObject({ map, selection: null, search: null });
    expect(screen.getByRole('alert').textContent).toMatch(/^You are outside the region this data covers/);
  });

  const { inshore, offshore } = fakePlace;
  const beach = { id: 7, name: 'Cottesloe', featureType: 'Beach', town: 'Perth Metro', inshore, offshore };
  const perth = { longitude: 115.86, latitude: -31.955 };

  it('lists the nearest beaches in the middle of a city, where there are few records', async () => {
    const explorer = await show({ placeNames: () => Promise.resolve([beach]) });
    getPosition.mockImplementation(found(perth.latitude, perth.longitude));
    await press();
    await screen.findByText(/^No beach is within 1 km of you: these are the nearest\./, {
      selector: '.near-me-message p',
    });
    expect(explorer.view.getState()).toMatchObject({
      selection: null,
      ...{ tab: 'places', sort: 'nearest', filters: { featureTypes: ['beach'] } },
      search: { mode: 'nearest', centre: perth },
    });
  });

  it.each([
    ['at a beach', inshore, []],
    ['at a river with many records', perth, Array.from({ length: 10 }, (_, id) => id)],
  ])('shows the records around a position %s', async (_, position, ids) => {
    const explorer = await show({
      placeNames: () => Promise.resolve([beach]),
      recordIdsWithin: () => Promise.resolve(ids),
    });
    getPosition.mockImplementation(found(position.latitude, position.longitude));
    await press();
    await screen.findByText(/^Records around your position/, { selector: '.near-me-message p' });
    expect(explorer.view.getState().selection).toEqual({ kind: 'location', position });
  });

  it('explains on an insecure page why there is no position, without requesting it', async () => {
    vi.stubGlobal('isSecureContext', false);
    await show();
    await press();
    expect(getPosition).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toMatch(/^Browsers share your position only with secure/);
  });
});
