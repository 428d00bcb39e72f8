// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

import { fakeResult, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { noFilters, type Filters } from '../view/view-state.ts';
import { AddressNotes } from './AddressNotes.tsx';

const facets = { kinds: [], species: [{ key: 'white', count: 3 }], sources: [], featureTypes: [] };

async function show(notes: readonly string[], filters: Partial<Filters> = {}) {
  const session = await fakeSession(
    { query: (query) => Promise.resolve(fakeResult(query, { facets })) },
    { filters: { ...noFilters, ...filters } },
  );
  render(
    <SessionContext value={session}>
      <AddressNotes notes={notes} />
    </SessionContext>,
  );
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return session;
}

const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

afterEach(cleanup);

describe('the notes on an address', () => {
  it('are nothing where all of it was used', async () => {
    const session = await show([], { species: ['white'] });
    expect(screen.queryByRole('status')).toBeNull();
    expect(session.view.getState().filters.species).toEqual(['white']);
  });

  it('tell of values that nothing has, and leave them out', async () => {
    const session = await show([], { species: ['nosuch', 'white'] });
    expect(shown()).toEqual(['species=nosuch in the address was left out: no record of this data has it.']);
    expect(session.view.getState().filters.species).toEqual(['white']);
    expect(screen.queryByRole('button', { name: /notes$/ })).toBeNull();
  });

  it('are one line for several, unfolded and folded by a button', async () => {
    await show(['First.', 'Second.', 'Third.']);
    expect(shown()).toEqual(['First.']);
    fireEvent.click(screen.getByRole('button', { name: 'Show all 3 notes', expanded: false }));
    expect(shown()).toEqual(['First.', 'Second.', 'Third.']);
    fireEvent.click(screen.getByRole('button', { name: 'Show one note', expanded: true }));
    expect(shown()).toEqual(['First.']);
  });

  it('go when they are dismissed', async () => {
    await show(['First.']);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('status')).toBeNull();
  });
});
