// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Explorer } from '../explorer/explorer.ts';
import { fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
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

async function show(): Promise<Explorer> {
  const explorer = await fakeExplorer();
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

  it('also selects a position outside the region, with a note', async () => {
    const explorer = await show();
    getPosition.mockImplementation(found(48.1, 11.6));
    await press();
    expect(explorer.view.getState().selection).toEqual({
      kind: 'location',
      position: { longitude: 11.6, latitude: 48.1 },
    });
    expect(screen.getByRole('status').textContent).toMatch(/^You are outside the region this data covers\./);
  });

  it('explains on an insecure page why there is no position, without requesting it', async () => {
    vi.stubGlobal('isSecureContext', false);
    await show();
    await press();
    expect(getPosition).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toMatch(/^Browsers share your position only with secure/);
  });
});

it.each([
  [{ longitude: 115.75, latitude: -31.99 }, false],
  [{ longitude: 132.9, latitude: -40.9 }, false],
  [{ longitude: 133.1, latitude: -32 }, true],
  [{ longitude: 115, latitude: -41.1 }, true],
  [{ longitude: -179, latitude: -20 }, true],
])('the position %o is outside the region: %s', (position, isOutside) => {
  expect(isOutsideRegion(position)).toBe(isOutside);
});
