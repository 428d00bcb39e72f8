import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Engine, Query, Summary } from '../engine/engine.ts';
import { connectEngine } from '../engine/rpc/connect-engine.ts';
import {
  asWorker,
  closeWorkers,
  runningWorker,
  type WorkerInThisThread,
} from '../engine/testing/worker-in-this-thread.ts';
import { initialView, wholeCoast } from '../view/view-state.ts';
import { createViewStore } from '../view/view-store.ts';
import { oncePerFrame } from './frame-scheduler.ts';
import { Session } from './session.ts';
import { fakeEngine, fakePlace, fakeResult, fakeSession } from './testing/fake-session.ts';

const siteUrl = 'https://example.org/coast/';
const newSession = (engine: Engine): Session => new Session(siteUrl, engine, createViewStore(initialView));

/** An engine whose queries complete or fail when the test says so. */
function heldEngine() {
  const pending: { readonly finish: () => void; readonly fail: () => void }[] = [];
  const hold = (query: Query): ReturnType<Engine['query']> =>
    new Promise((resolve, reject) => {
      pending.push({
        finish: () => {
          resolve(fakeResult(query));
        },
        fail: () => {
          reject(new Error('The query failed.'));
        },
      });
    });
  return { pending, engine: fakeEngine({ query: hold }) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const aMoment = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(700);
};

describe('a view that does not change', () => {
  const isSettled = (session: Session): boolean => session.queryState.getState().isSettled;

  it('is not settled by the result of an earlier query', async () => {
    const { pending, engine } = heldEngine();
    const session = newSession(engine);
    await session.load();
    session.view.getState().setTab('places');
    await aMoment();
    pending[0]?.finish();
    await aMoment();
    expect(isSettled(session)).toBe(false);
    pending[1]?.finish();
    await aMoment();
    expect(isSettled(session)).toBe(true);
  });

  it('is settled when its query has failed', async () => {
    const { pending, engine } = heldEngine();
    const session = newSession(engine);
    await session.load();
    await aMoment();
    pending[0]?.fail();
    await aMoment();
    expect(isSettled(session)).toBe(true);
    expect(session.queryState.getState().updateFailure).toBe('The query failed.');
  });

  it('stays settled while the list is scrolled', async () => {
    const { pending, engine } = heldEngine();
    const session = newSession(engine);
    await session.load();
    pending[0]?.finish();
    await aMoment();
    const changes: boolean[] = [];
    session.queryState.subscribe((queryState) => changes.push(queryState.isSettled));
    session.showRows(20, 40);
    await aMoment();
    pending[1]?.finish();
    await aMoment();
    expect(session.queryState.getState().result?.query.rows).toEqual({ start: 20, end: 40 });
    expect(new Set(changes)).toEqual(new Set([true]));
  });
});

describe('a view that changes continuously', () => {
  const frameInMilliseconds = 16;
  const radiusOf = (outcome: { readonly query: Query } | null): number | undefined =>
    outcome?.query.search?.radiusInMetres;

  /**
   * A session whose engine takes the given milliseconds per query, and runs queries one at a time, as a worker does.
   */
  async function timedSession({ countMilliseconds = 0, resultMilliseconds = 0 } = {}) {
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
    const session = newSession(engine);
    await session.load();
    await aMoment();
    const results: (number | undefined)[] = [];
    session.queryState.subscribe(({ result }, before) => {
      if (result !== before.result) results.push(radiusOf(result));
    });
    const changeTo = (radiusInMetres: number): void => {
      session.view.getState().setSearch({ mode: 'radius', centre: wholeCoast.centre, radiusInMetres });
    };
    return { session, results, changeTo };
  }

  it('has eight to twenty complete results per second', async () => {
    const { results, changeTo } = await timedSession({ countMilliseconds: 3, resultMilliseconds: 12 });
    const changes = 2000 / frameInMilliseconds;
    for (let change = 0; change < changes; change++) {
      changeTo(1000 + change);
      await vi.advanceTimersByTimeAsync(frameInMilliseconds);
    }
    expect(results.length).toBeGreaterThanOrEqual(16);
    expect(results.length).toBeLessThanOrEqual(40);
  });

  it.each([1, 2, 3, 5, 7, 12])('has a complete result within 100 ms after the last of %i changes', async (changes) => {
    const { session, changeTo } = await timedSession({ countMilliseconds: 3, resultMilliseconds: 12 });
    for (let change = 1; change < changes; change++) {
      changeTo(1000 + change);
      await vi.advanceTimersByTimeAsync(frameInMilliseconds);
    }
    changeTo(2000);
    await vi.advanceTimersByTimeAsync(100);
    expect(radiusOf(session.queryState.getState().result)).toBe(2000);
    expect(radiusOf(session.queryState.getState().counts)).toBe(2000);
  });

  it('has results and counts in order, and finally the latest, even if the engine is slow', async () => {
    const { session, results, changeTo } = await timedSession({ countMilliseconds: 20, resultMilliseconds: 250 });
    const counted: number[] = [];
    session.queryState.subscribe(({ counts }, before) => {
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
    expect(session.queryState.getState().isSettled).toBe(true);
  });

  it('has a complete result immediately after a single change, without a separate count', async () => {
    const counts = vi.fn(fakeEngine().counts);
    const session = newSession(fakeEngine({ counts }));
    await session.load();
    await aMoment();
    session.view.getState().setTab('places');
    await vi.advanceTimersByTimeAsync(1);
    expect(session.queryState.getState().result?.query.tab).toBe('places');
    await aMoment();
    expect(counts).not.toHaveBeenCalled();
  });
});

describe('the circle of a selected place or location', () => {
  const settle = () => vi.advanceTimersByTimeAsync(50);

  it('is not that of a place that was selected before', async () => {
    const replies: (() => void)[] = [];
    const session = await fakeSession({
      place: (id) =>
        new Promise((resolve) => {
          replies.push(() => {
            resolve({ ...fakePlace, id, inshore: { longitude: id, latitude: -32 } });
          });
        }),
    });
    session.view.getState().select({ kind: 'place', id: 1 });
    session.view.getState().select({ kind: 'place', id: 2 });
    for (const reply of replies.reverse()) reply();
    await settle();
    expect(session.query().search?.centre.longitude).toBe(2);
  });
});

describe('an engine that stops', () => {
  afterEach(closeWorkers);

  const failureOf = (session: Session): string | null => session.queryState.getState().updateFailure;
  const connect = async (): Promise<{ session: Session; made: WorkerInThisThread[] }> => {
    const made: WorkerInThisThread[] = [];
    const engine = connectEngine(() => {
      const worker = runningWorker(fakeEngine());
      made.push(worker);
      return asWorker(worker);
    });
    const session = newSession(engine);
    await session.load();
    await vi.waitFor(() => {
      expect(session.queryState.getState().result).not.toBeNull();
    });
    return { session, made };
  };

  it('is reported, and queries work again after the data has been reloaded', async () => {
    const { session, made } = await connect();
    const [first] = made;
    if (!first) throw new Error('no worker');
    first.isSilent = true;
    session.view.getState().setTab('places');
    session.view.getState().setTab('records');
    session.view.getState().setTab('places');
    await vi.advanceTimersByTimeAsync(21_000);
    expect(failureOf(session)).toMatch(/stopped responding/);
    expect(session.queryState.getState().result?.query.tab).toBe('records');

    await session.load();
    expect(failureOf(session)).toBeNull();
    await vi.waitFor(() => {
      expect(session.queryState.getState().result?.query.tab).toBe('places');
    });
    expect(made).toHaveLength(2);
  });
});

describe('the details of records', () => {
  const detailsOf = (session: Session): string => session.queryState.getState().details;

  it('are tried again later when they cannot be loaded, and the result remains', async () => {
    const loadDetails = vi.fn<Engine['loadDetails']>(() => Promise.reject(new Error('Offline.')));
    const session = newSession(fakeEngine({ loadDetails }));
    await session.load();
    session.requestDetails();
    await aMoment();
    expect(detailsOf(session)).toBe('failed');
    expect(session.queryState.getState().result).not.toBeNull();
    expect(session.queryState.getState().updateFailure).toBeNull();
    loadDetails.mockImplementation(() => Promise.resolve());
    await vi.advanceTimersByTimeAsync(5000);
    expect(detailsOf(session)).toBe('ready');
  });
});

describe('a selected council area', () => {
  const area = { kind: 'area', name: 'Nowhere' } as const;
  const summary = { records: 3 } as Partial<Summary> as Summary;

  it('limits nothing if it does not exist, and nothing is announced before this is known', async () => {
    let answer: ((summary: null) => void) | undefined;
    const summarise = () => new Promise<null>((resolve) => (answer = resolve));
    const session = await fakeSession({ summarise }, { selection: area });
    await aMoment();
    expect(session.queryState.getState().isSettled).toBe(false);
    answer?.(null);
    await aMoment();
    expect(session.queryState.getState().isSettled).toBe(true);
    expect(session.queryState.getState().result?.query.council).toBeNull();
    session.view.getState().select({ kind: 'area', name: 'Town of Cottesloe' });
    expect(session.query().council).toBe('Town of Cottesloe');
  });

  it('is not affected by a late answer about the area selected before', async () => {
    const answers: ((summary: Summary | null) => void)[] = [];
    const summarise = () => new Promise<Summary | null>((resolve) => answers.push(resolve));
    const session = await fakeSession({ summarise }, { selection: area });
    session.view.getState().select({ kind: 'area', name: 'Elsewhere' });
    answers.at(-1)?.(null);
    await aMoment();
    answers[0]?.(summary);
    await aMoment();
    expect(session.query().council).toBeNull();
  });
});

// Must be last: the frame scheduler stores the time of the last frame in its module, but each test starts a new clock.
describe('while something is dragged', () => {
  let frames: (() => void)[];
  const showFrame = (): void => {
    for (const act of frames.splice(0)) act();
  };
  beforeEach(() => {
    frames = [];
    vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
    vi.stubGlobal('document', { hidden: false });
    oncePerFrame(() => undefined).push(undefined);
    showFrame();
  });
  afterEach(async () => {
    // Lets the movement end before the next test.
    await aMoment();
    vi.unstubAllGlobals();
  });

  it('a result is shown in the next frame, and does not clear the message of a later failure', async () => {
    const { pending, engine } = heldEngine();
    let stop: ((error: Error) => void) | undefined;
    const session = newSession({ ...engine, onStopped: (listener) => (stop = listener) });
    await session.load();
    pending[0]?.finish();
    await vi.advanceTimersByTimeAsync(20);
    expect(session.queryState.getState().result).toBeNull();
    stop?.(new Error('It is gone.'));
    showFrame();
    expect(session.queryState.getState().result).not.toBeNull();
    expect(session.queryState.getState().updateFailure).toBe('It is gone.');
    await aMoment();
    expect(session.queryState.getState().isSettled).toBe(true);
  });
});
