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

  it('is settled only after the result of its query has arrived', async () => {
    const { pending, engine } = heldEngine();
    const session = newSession(engine);
    await session.load();
    await aMoment();
    expect(isSettled(session)).toBe(false);
    pending[0]?.finish();
    await aMoment();
    expect(isSettled(session)).toBe(true);

    session.view.getState().setTab('places');
    expect(isSettled(session)).toBe(false);
    await aMoment();
    expect(isSettled(session)).toBe(false);
    pending[1]?.finish();
    await aMoment();
    expect(isSettled(session)).toBe(true);
  });

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

  it('is not settled until a moment has passed, even if the result arrives earlier', async () => {
    const session = newSession(fakeEngine());
    await session.load();
    await vi.advanceTimersByTimeAsync(500);
    expect(session.queryState.getState().result).not.toBeNull();
    expect(isSettled(session)).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
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

  it('is no longer settled when the area of the map changes', async () => {
    const session = newSession(fakeEngine());
    await session.load();
    await aMoment();
    session.showRows(20, 40);
    session.showArea({ west: 114, south: -33, east: 116, north: -31 });
    expect(isSettled(session)).toBe(false);
    await aMoment();
    expect(isSettled(session)).toBe(true);
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

  it('has new counts after each change, before the next one', async () => {
    const { session, changeTo } = await timedSession({ countMilliseconds: 3, resultMilliseconds: 12 });
    for (let radius = 1000; radius < 1060; radius++) {
      changeTo(radius);
      await vi.advanceTimersByTimeAsync(frameInMilliseconds);
      expect(radiusOf(session.queryState.getState().counts)).toBe(radius);
    }
  });

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

  it('has as many complete results if it changes only every third frame', async () => {
    const { results, changeTo } = await timedSession({ countMilliseconds: 3, resultMilliseconds: 12 });
    for (let change = 0; change < 40; change++) {
      changeTo(1000 + change);
      await vi.advanceTimersByTimeAsync(3 * frameInMilliseconds);
    }
    expect(results.length).toBeGreaterThanOrEqual(15);
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

describe('the number of loads', () => {
  it('increases whenever the data has been loaded, whether or not the data has changed', async () => {
    const session = newSession(fakeEngine());
    expect(session.queryState.getState().loads).toBe(0);
    await session.load();
    await session.load();
    expect(session.queryState.getState().loads).toBe(2);
  });

  it('does not increase when the data could not be loaded', async () => {
    const session = newSession(fakeEngine({ load: () => Promise.reject(new Error('The data did not arrive.')) }));
    await session.load();
    expect(session.queryState.getState().loads).toBe(0);
  });
});

describe('the circle of a selected place or location', () => {
  const elsewhere = { mode: 'radius', centre: { longitude: 113, latitude: -25 }, radiusInMetres: 30_000 } as const;
  const settle = () => vi.advanceTimersByTimeAsync(50);

  it('replaces the search in every query, and the search returns with the list', async () => {
    const session = await fakeSession({ place: () => Promise.resolve(fakePlace) }, { search: elsewhere });
    const { select, setSelectionRadius } = session.view.getState();
    select({ kind: 'place', id: 7 });
    await settle();
    expect(session.query().search).toEqual({ mode: 'radius', centre: fakePlace.inshore, radiusInMetres: 1000 });
    setSelectionRadius(2500);
    expect(session.query().search?.radiusInMetres).toBe(2500);
    expect(session.listQuery().search).toEqual(elsewhere);
    expect(session.view.getState().search).toEqual(elsewhere);
    select({ kind: 'location', position: { longitude: 115, latitude: -33 } });
    expect(session.query().search?.centre).toEqual({ longitude: 115, latitude: -33 });
    select(null);
    expect(session.query().search).toEqual(elsewhere);
    expect(session.queryState.getState().selectionCircle).toBeNull();
  });

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

  it('is reported even without a query in progress', async () => {
    const { session, made } = await connect();
    made[0]?.dispatchEvent(new Event('error'));
    expect(failureOf(session)).toMatch(/stopped responding/);
  });
});

describe('the details of records', () => {
  const detailsOf = (session: Session): string => session.queryState.getState().details;

  it('are loaded once, and then the same rows are queried again', async () => {
    const query = vi.fn<Engine['query']>((each) => Promise.resolve(fakeResult(each)));
    const loadDetails = vi.fn(() => Promise.resolve());
    const session = newSession(fakeEngine({ query, loadDetails }));
    session.requestDetails();
    expect(loadDetails).not.toHaveBeenCalled();
    await session.load();
    await aMoment();
    session.requestDetails();
    session.requestDetails();
    await aMoment();
    session.requestDetails();
    expect(loadDetails).toHaveBeenCalledTimes(1);
    expect(detailsOf(session)).toBe('ready');
    expect(query.mock.calls.map(([each]) => each)).toEqual([session.query(), session.query()]);
    expect(session.queryState.getState().isSettled).toBe(true);
  });

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

  it('are loaded again with new data', async () => {
    const loadDetails = vi.fn(() => Promise.resolve());
    const session = newSession(fakeEngine({ loadDetails }));
    await session.load();
    await session.load();
    expect(loadDetails).not.toHaveBeenCalled();
    session.requestDetails();
    await aMoment();
    await session.load();
    await aMoment();
    expect(loadDetails).toHaveBeenCalledTimes(2);
    expect(detailsOf(session)).toBe('ready');
  });
});

it('stores each result with the original query object, although a worker returns a copy', async () => {
  const engine = fakeEngine({ query: (query) => Promise.resolve(fakeResult(structuredClone(query))) });
  const session = newSession(engine);
  await session.load();
  await aMoment();
  const { filters } = session.view.getState();
  expect(session.queryState.getState().result?.query.filters).toBe(filters);
});

it.each([{ selection: { kind: 'area', name: 'town of cottesloe' } as const }, { council: 'town of cottesloe' }])(
  'shows the published name of a council area: %o',
  async (view) => {
    const name = 'Town of Cottesloe';
    const query: Engine['query'] = (query) => Promise.resolve(fakeResult(query, { council: name }));
    const session = await fakeSession({ query, summarise: () => Promise.resolve({} as Summary) }, view);
    await aMoment();
    const { selection, council } = session.view.getState();
    expect(selection?.kind === 'area' ? selection.name : council).toBe(name);
    const { result, isSettled } = session.queryState.getState();
    expect(result?.query.council).toBe(name);
    expect(isSettled).toBe(true);
  },
);

describe('a selected council area', () => {
  const area = { kind: 'area', name: 'Nowhere' } as const;
  const summary = { records: 3 } as Partial<Summary> as Summary;

  it('limits the query if it exists', async () => {
    const session = await fakeSession({ summarise: () => Promise.resolve(summary) }, { selection: area });
    await aMoment();
    expect(session.query().council).toBe('Nowhere');
    expect(session.queryState.getState().result?.query.council).toBe('Nowhere');
  });

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

  it('is settled if it is not known whether it exists', async () => {
    const session = await fakeSession(
      { summarise: () => Promise.reject(new Error('It could not be read.')) },
      { selection: area },
    );
    await aMoment();
    expect(session.queryState.getState().isSettled).toBe(true);
    expect(session.query().council).toBe('Nowhere');
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
