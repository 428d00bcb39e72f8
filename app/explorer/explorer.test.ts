import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Engine, Query } from '../engine/engine.ts';
import { initialView, wholeCoast } from '../view/view-state.ts';
import { createViewStore } from '../view/view-store.ts';
import { Explorer } from './explorer.ts';
import { fakeEngine, fakeResult } from './testing/fake-explorer.ts';

const siteUrl = 'https://example.org/coast/';
const newExplorer = (engine: Engine): Explorer => new Explorer(siteUrl, engine, createViewStore(initialView));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const aMoment = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(700);
};

describe('a view that changes continuously', () => {
  const frameInMilliseconds = 16;
  const radiusOf = (outcome: { readonly query: Query } | null): number | undefined =>
    outcome?.query.search?.radiusInMetres;

  /**
   * A explorer whose engine takes the given milliseconds per query, and runs queries one at a time, as a worker does.
   */
  async function timedExplorer({ countMilliseconds = 0, resultMilliseconds = 0 } = {}) {
    let previous: Promise<unknown> = Promise.resolve();
    const inTurn = <Value>(milliseconds: number, value: Value | Promise<Value>): Promise<Value> => {
      const done = previous.then(() => new Promise<Value>((resolve) => setTimeout(resolve, milliseconds, value)));
      previous = done;
      return done;
    };
    const engine = fakeEngine({
      query: (query) => inTurn(resultMilliseconds, fakeResult(query)),
      counts: (query) => inTurn(countMilliseconds, fakeEngine().counts(query)),
    });
    const explorer = newExplorer(engine);
    await explorer.load();
    await aMoment();
    const results: (number | undefined)[] = [];
    explorer.queryState.subscribe(({ result }, before) => {
      if (result !== before.result) results.push(radiusOf(result));
    });
    const changeTo = (radiusInMetres: number): void => {
      explorer.view.getState().setSearch({ mode: 'radius', centre: wholeCoast.centre, radiusInMetres });
    };
    return { explorer, results, changeTo };
  }

  it('has eight to twenty complete results per second', async () => {
    const { results, changeTo } = await timedExplorer({ countMilliseconds: 3, resultMilliseconds: 12 });
    const changes = 2000 / frameInMilliseconds;
    for (let change = 0; change < changes; change++) {
      changeTo(1000 + change);
      await vi.advanceTimersByTimeAsync(frameInMilliseconds);
    }
    expect(results.length).toBeGreaterThanOrEqual(16);
    expect(results.length).toBeLessThanOrEqual(40);
  });

  it.each([1, 2, 3, 5, 7, 12])('has a complete result within 100 ms after the last of %i changes', async (changes) => {
    const { explorer, changeTo } = await timedExplorer({ countMilliseconds: 3, resultMilliseconds: 12 });
    for (let change = 1; change < changes; change++) {
      changeTo(1000 + change);
      await vi.advanceTimersByTimeAsync(frameInMilliseconds);
    }
    changeTo(2000);
    await vi.advanceTimersByTimeAsync(100);
    expect(radiusOf(explorer.queryState.getState().result)).toBe(2000);
    expect(radiusOf(explorer.queryState.getState().counts)).toBe(2000);
  });

  it('has results and counts in order, and finally the latest, even if the engine is slow', async () => {
    const { explorer, results, changeTo } = await timedExplorer({ countMilliseconds: 20, resultMilliseconds: 250 });
    const counted: number[] = [];
    explorer.queryState.subscribe(({ counts }, before) => {
      if (counts !== before.counts) counted.push(radiusOf(counts) ?? 0);
    });
    for (let radius = 1000; radius < 1100; radius++) {
      changeTo(radius);
      await vi.advanceTimersByTimeAsync(frameInMilliseconds);
    }
    await vi.advanceTimersByTimeAsync(700);
    expect(results.at(-1)).toBe(1099);
    expect(counted).toEqual([...counted].sort((a, b) => a - b));
    expect(counted.at(-1)).toBe(1099);
    expect(explorer.queryState.getState().isSettled).toBe(true);
  });

  it('has a complete result immediately after a single change, without a separate count', async () => {
    const counts = vi.fn(fakeEngine().counts);
    const explorer = newExplorer(fakeEngine({ counts }));
    await explorer.load();
    await aMoment();
    explorer.view.getState().setTab('places');
    await vi.advanceTimersByTimeAsync(1);
    expect(explorer.queryState.getState().result?.query.tab).toBe('places');
    await aMoment();
    expect(counts).not.toHaveBeenCalled();
  });
});
