// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { LazyModule } from '../components/lazy-component.tsx';
import type { Session } from '../session/session.ts';
import { fakePlace, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import * as reader from '../vocabulary/coordinate-parser.ts';
import { PlaceSearch } from './PlaceSearch.tsx';
import { matchingParts, mayBeCoordinates } from './suggestions.tsx';

const marked = (text: string, typed: string): readonly string[] =>
  matchingParts(text, typed).flatMap((part) => (part.isMatch ? [part.text] : []));

describe('the parts of a name that match', () => {
  it('are the starts of its words, without regard to letter case', () => {
    expect(marked('North Cottesloe Beach', 'cott bea')).toEqual(['Cott', 'Bea']);
  });

  it('are not in the middle of words', () => {
    expect(marked('Scotts Reef', 'cott')).toEqual([]);
  });

  it('take the longest of several words', () => {
    expect(marked('Cottesloe', 'co cotte')).toEqual(['Cotte']);
  });

  it('together with the other parts make up the original text', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (name, typed) => {
        const parts = matchingParts(name, typed);
        expect(parts.map((part) => part.text).join('')).toBe(name);
      }),
    );
  });
});

type Reader = typeof reader;

interface Shown {
  readonly session: Session;
  readonly box: HTMLInputElement;
  readonly fetch: () => Promise<Reader>;
}

/** The box, with a reader of coordinates that comes when a test lets it come. */
async function shown(): Promise<Shown & { come: () => Promise<void>; fail: () => Promise<void> }> {
  let settle: { readonly resolve: (module: Reader) => void; readonly reject: (error: Error) => void } | undefined;
  const fetch = vi.fn(() => new Promise<Reader>((resolve, reject) => (settle = { resolve, reject })));
  const session = await fakeSession({ findPlaces: () => Promise.resolve([{ ...fakePlace, id: 7, name: 'Mile 3' }]) });
  const parser = new LazyModule<Reader>(fetch);
  render(
    <SessionContext value={session}>
      <PlaceSearch parser={parser} />
    </SessionContext>,
  );
  const later = (change: () => void) => act(async () => Promise.resolve(change()));
  return {
    session,
    box: screen.getByRole('combobox'),
    fetch,
    come: () => later(() => settle?.resolve(reader)),
    fail: () => later(() => settle?.reject(new Error('no network'))),
  };
}

const type = (box: HTMLElement, text: string) =>
  act(async () => Promise.resolve(void fireEvent.change(box, { target: { value: text } })));
const options = (): (string | null)[] => screen.queryAllByRole('option').map(({ textContent }) => textContent);

afterEach(cleanup);

describe('text that may be coordinates', () => {
  it('is all that the reader makes something of', () => {
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
        expect(reader.readCoordinates(text)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
    expect(['geo:x', 'maps.example.org/at', 'example.org#a', '?c=a', '1'].filter(mayBeCoordinates)).toHaveLength(5);
  });
});

describe('the reader of coordinates', () => {
  it('is fetched once the box has the focus, and not before', async () => {
    const { box, fetch } = await shown();
    expect(fetch).not.toHaveBeenCalled();
    fireEvent.focus(box);
    fireEvent.focus(box);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is not waited for by names', async () => {
    const { box } = await shown();
    await type(box, 'mile');
    expect(options()).toEqual([expect.stringMatching(/^Mile 3/)]);
  });

  it('reads text that was typed before it was loaded', async () => {
    const { box, come } = await shown();
    await type(box, '-32, 115.75');
    expect(options()).toEqual([]);
    expect(screen.getByRole('status').textContent).toBe('');
    await come();
    expect(options()).toEqual([expect.stringMatching(/^Search around 32\.0000° S, 115\.7500° E/)]);
  });

  it('allows a place with a digit in its name to be found once the text is not coordinates', async () => {
    const { box, come } = await shown();
    await type(box, 'mile 3');
    await come();
    expect(options()).toEqual([expect.stringMatching(/^Mile 3/)]);
  });

  it('chooses on Enter as soon as the text is read', async () => {
    const { session, box, come } = await shown();
    await type(box, '-32, 115.75');
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(session.view.getState().search).toBeNull();
    await come();
    expect(session.view.getState().search?.centre).toEqual({ latitude: -32, longitude: 115.75 });
  });

  it('chooses nothing on Enter when something else is typed by then', async () => {
    const { session, box, come } = await shown();
    await type(box, '-32, 115.75');
    fireEvent.keyDown(box, { key: 'Enter' });
    await type(box, '-33, 115.75');
    await come();
    expect(session.view.getState().search).toBeNull();
  });

  it('reports that it cannot be loaded, and is loaded with the next text', async () => {
    const { box, fail, come } = await shown();
    await type(box, '-32, 115');
    await fail();
    const status = within(screen.getByRole('status'));
    status.getByText(/Coordinates cannot be read right now. Place names still work. Keep typing to try again/);
    await type(box, '-32, 115.7');
    await come();
    expect(options()).toEqual([expect.stringMatching(/^Search around 32\.0000° S, 115\.7000° E/)]);
  });
});
