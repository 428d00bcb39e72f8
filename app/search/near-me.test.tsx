// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';

import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import type { Session } from '../session/session.ts';
import { fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { isOutsideRegion, NearMeButton } from './NearMeButton.tsx';

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

async function show(): Promise<Session> {
  const session = await fakeSession();
  render(
    <SessionContext value={session}>
      <input id="place-search" aria-label="Place" />
      <NearMeButton />
    </SessionContext>,
  );
  return session;
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

  it('also selects a position outside the region, with a note', async () => {
    const session = await show();
    getPosition.mockImplementation(found(48.1, 11.6));
    await press();
    expect(session.view.getState().selection).toEqual({
      kind: 'location',
      position: { longitude: 11.6, latitude: 48.1 },
    });
    expect(screen.getByRole('status').textContent).toMatch(/^You are outside the region this data covers\./);
  });

  it('moves the focus to the search box when no position is available', async () => {
    const session = await show();
    getPosition.mockImplementation((_onFound, onError) => onError?.({ code: 1 } as GeolocationPositionError));
    await press();
    expect(screen.getByRole('alert').textContent).toBe(
      'Your position is not available. Type a place or coordinates instead.',
    );
    expect(document.activeElement?.id).toBe('place-search');
    expect(session.view.getState().search).toBeNull();
    const close = screen.getByRole('button', { name: 'Close this message' });
    close.focus();
    fireEvent.click(close);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Near me' }));
  });

  it('explains on an insecure page why there is no position, without requesting it', async () => {
    vi.stubGlobal('isSecureContext', false);
    await show();
    await press();
    expect(getPosition).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toMatch(/^Browsers share your position only with secure/);
  });

  it('reports that no position is available if the browser has no geolocation', async () => {
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: undefined });
    await show();
    await press();
    expect(screen.getByRole('alert').textContent).toMatch(/^Your position is not available/);
  });
});

it('isOutsideRegion agrees, within one percent, with geodesic distances to a grid of points in the region', () => {
  const points: [number, number][] = [];
  for (let longitude = 105; longitude <= 130; longitude += 0.5) {
    for (let latitude = -38; latitude <= -10; latitude += 0.5) points.push([longitude, latitude]);
  }
  fc.assert(
    fc.property(
      fc.double({ min: 98, max: 137, noNaN: true }),
      fc.double({ min: -44, max: -4, noNaN: true }),
      (x, y) => {
        const distance = Math.min(...points.map(([east, north]) => geodesicDistanceInMetres(x, y, east, north)));
        // The nearest point of the region may be up to 40 km nearer than the nearest grid point.
        fc.pre(distance < 297_000 || distance > 345_000);
        expect(isOutsideRegion({ longitude: x, latitude: y })).toBe(distance > 300_000);
      },
    ),
    { numRuns: 30 },
  );
});
