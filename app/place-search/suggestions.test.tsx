// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { LazyModule } from '../components/lazy-component.tsx';
import type { Explorer } from '../explorer/explorer.ts';
import { fakePlace, fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import * as parserModule from '../vocabulary/coordinate-parser.ts';
import { PlaceSearch } from './PlaceSearch.tsx';
import { mayBeCoordinates } from './suggestions.ts';

type ParserModule = typeof parserModule;

interface SearchBox {
  readonly explorer: Explorer;
  readonly box: HTMLInputElement;
  readonly fetch: () => Promise<ParserModule>;
}

/** The search box, with a coordinate parser that is loaded, or fails to load, when the test says so. */
async function show(): Promise<SearchBox & { finishLoading: () => Promise<void>; failLoading: () => Promise<void> }> {
  let settle: { readonly resolve: (module: ParserModule) => void; readonly reject: (error: Error) => void } | undefined;
  const fetch = vi.fn(() => new Promise<ParserModule>((resolve, reject) => (settle = { resolve, reject })));
  const explorer = await fakeExplorer({
    suggest: () =>
      Promise.resolve({
        groups: [{ kind: 'places', items: [{ ...fakePlace, id: 7, name: 'Mile 3' }] }],
        isClear: true,
      }),
  });
  const parser = new LazyModule<ParserModule>(fetch);
  render(
    <ExplorerContext value={explorer}>
      <PlaceSearch parser={parser} />
    </ExplorerContext>,
  );
  const settleWith = (change: () => void) => act(async () => Promise.resolve(change()));
  return {
    explorer,
    box: screen.getByRole('combobox'),
    fetch,
    finishLoading: () => settleWith(() => settle?.resolve(parserModule)),
    failLoading: () => settleWith(() => settle?.reject(new Error('no network'))),
  };
}

const type = (box: HTMLElement, text: string) =>
  act(async () => {
    fireEvent.change(box, { target: { value: text } });
    await vi.dynamicImportSettled();
  });
const options = (): (string | null)[] => screen.queryAllByRole('option').map(({ textContent }) => textContent);

afterEach(cleanup);
// Loads the list of suggestions, which the box itself loads when it gets the focus.
beforeAll(async () => {
  const { box } = await show();
  await act(async () => {
    fireEvent.focus(box);
    await vi.dynamicImportSettled();
  });
  cleanup();
});

describe('text that may be coordinates', () => {
  it('includes every text that the parser understands', () => {
    const words = fc.constantFrom(
      'n',
      's',
      'lat',
      'longitude',
      'deg',
      '°',
      "'",
      '"',
      ',',
      '-',
      ' ',
      'geo',
      'maps',
      '.com',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(words).map((some) => some.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!mayBeCoordinates(text));
        expect(parserModule.readCoordinates(text)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
    expect(['geo:x', 'maps.example.org/at', 'example.org#a', '?c=a', '1'].filter(mayBeCoordinates)).toHaveLength(5);
  });
});

describe('the coordinate parser', () => {
  it('allows Enter before it is loaded: the point is chosen as soon as the text is parsed', async () => {
    const { explorer, box, finishLoading } = await show();
    await type(box, '-32, 115.75');
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(explorer.view.getState().selection).toBeNull();
    await finishLoading();
    expect(explorer.view.getState().selection).toEqual({
      kind: 'location',
      position: { latitude: -32, longitude: 115.75 },
    });
  });

  it('reports that it could not be loaded, and is loaded again for the next text', async () => {
    const { box, failLoading, finishLoading } = await show();
    await type(box, '-32, 115');
    await failLoading();
    const status = within(screen.getByRole('status'));
    status.getByText(/Coordinates cannot be read right now. Place names still work. Keep typing to try again/);
    await type(box, '-32, 115.7');
    await finishLoading();
    expect(options()).toEqual([expect.stringMatching(/^Point at 32\.0000° S, 115\.7000° E/)]);
  });
});
