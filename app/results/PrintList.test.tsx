// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Engine } from '../engine/engine.ts';
import { fakeRecord, fakeResult, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { noFilters } from '../view/view-state.ts';
import { PrintList } from './PrintList.tsx';

const recordsFrom = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => ({ ...fakeRecord, id: 1000 + start + index }));

async function show(rows: Engine['rows'] = (_, start, end) => Promise.resolve(recordsFrom(start, end))) {
  const session = await fakeSession(
    { query: (query) => Promise.resolve(fakeResult(query, { found: 700, rows: recordsFrom(0, 20) })), rows },
    { filters: { ...noFilters, species: ['white'], featureTypes: ['reef'] } },
  );
  render(
    <SessionContext value={session}>
      <PrintList isRequested={false} />
    </SessionContext>,
  );
}
const beforePrint = () => act(() => void window.dispatchEvent(new Event('beforeprint')));
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));
const rowsOnPaper = () => screen.queryAllByRole('row').length - 1;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the list on paper', () => {
  it('is rendered only during printing', async () => {
    await show();
    expect(document.body.textContent).toBe('');
    beforePrint();
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(document.body.textContent).toBe('');
  });

  it('contains the loaded rows immediately, and the first 500 as soon as they are loaded', async () => {
    await show();
    beforePrint();
    expect(rowsOnPaper()).toBe(20);
    expect(document.body.textContent).toContain('Printed here: 1 to 20 of 700.');
    await settle();
    expect(rowsOnPaper()).toBe(500);
    expect(document.body.textContent).toContain('Printed here: 1 to 500 of 700.');
  });

  it('describes its content, and states that it is not a warning', async () => {
    await show();
    beforePrint();
    expect(screen.getByRole('heading').textContent).toBe('Coastwatch: 700 of 17,330 records in map area');
    const text = document.body.textContent;
    expect(text).toContain('Historical records, not live warnings.');
    expect(text).toContain('Filters: White shark');
    expect(text).not.toContain('Reef');
    expect(text).toContain('https://example.org/coast/?species=white');
  });

  it('is loaded before the print key starts printing', async () => {
    await show();
    let onPaper = 0;
    vi.stubGlobal('print', () => {
      window.dispatchEvent(new Event('beforeprint'));
      onPaper = rowsOnPaper();
    });
    expect(fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })).toBe(false);
    await settle();
    expect(onPaper).toBe(500);
    vi.unstubAllGlobals();
  });

  it('contains the loaded rows if loading more rows fails', async () => {
    await show(() => Promise.reject(new Error('gone')));
    beforePrint();
    await settle();
    expect(rowsOnPaper()).toBe(20);
  });
});
