import { describe, expect, it } from 'vitest';

import { isFullSize } from '../../tests/support/test-size.ts';
import { initialView, type ViewState } from '../view/view-state.ts';
import {
  advance,
  initialState,
  queryOf,
  type ExplorerEffect,
  type ExplorerEvent,
  type ExplorerState,
} from './explorer-state.ts';
import { fakeData, fakeResult } from './testing/fake-explorer.ts';

/*
 * Enumerates every state that an explorer can reach by a limited number of events: changes by the user, and the outcomes
 * of what it has requested, in any order and with failures. Times are counted in steps of 60 ms, so that changes follow
 * each other both within a movement and after it.
 */

const stepInMilliseconds = 60;
const area = { kind: 'area', name: 'nowhere' } as const;
const place = { kind: 'place', id: 7 } as const;
const views: readonly ViewState[] = [
  initialView,
  { ...initialView, tab: 'places' },
  { ...initialView, sort: 'largest' },
  { ...initialView, selection: place },
  { ...initialView, selection: area },
];
const shownRows = { start: 20, end: 40 };

type Outcome = Exclude<ExplorerEffect, { readonly kind: 'wait' | 'rename area' | 'rename council' }>;
type Timer = Extract<ExplorerEffect, { readonly kind: 'wait' }>['event']['kind'];

/** A explorer and its surroundings: what has been requested and has not happened yet. */
interface World {
  readonly state: ExplorerState;
  readonly pending: readonly Outcome[];
  /** Answers of the engine that wait for a frame. */
  readonly frame: readonly ExplorerEvent[];
  readonly timers: ReadonlySet<Timer>;
  /** The number of the load whose details have arrived last. */
  readonly detailsOfLoad: number | null;
  readonly now: number;
}

function step(world: World, event: ExplorerEvent, done?: Outcome): World {
  const now = world.now + stepInMilliseconds;
  const { state, effects } = advance(world.state, event, now);
  const timers = new Set(world.timers);
  const pending = world.pending.filter((each) => each !== done);
  let next: World = { ...world, state, now, pending, timers };
  for (const effect of effects) {
    switch (effect.kind) {
      case 'wait':
        if (effect.milliseconds === null) timers.delete(effect.event.kind);
        else timers.add(effect.event.kind);
        break;
      case 'rename area':
        next = step(next, { kind: 'view changed', view: { ...state.view, selection: { ...area, name: effect.name } } });
        break;
      case 'rename council':
        throw new Error('no view of this test has a council area without a selection');
      default:
        pending.push(effect);
    }
  }
  return next;
}

/** The events that report an outcome, first that of success. The engine's are shown in a frame. */
function outcomesOf(effect: Outcome): readonly ExplorerEvent[] {
  switch (effect.kind) {
    case 'query': {
      const { query } = effect;
      const council = query.council === null ? null : 'Nowhere';
      return [
        { kind: 'answered', result: fakeResult(query, { council }) },
        { kind: 'query failed', query, message: 'failed' },
      ];
    }
    case 'count': {
      const { query } = effect;
      return [
        { kind: 'counted', counts: { query, all: 1, matching: 1, found: 1, foundInOtherTab: 1 } },
        { kind: 'query failed', query, message: 'failed' },
      ];
    }
    case 'find place':
      return [
        { kind: 'place found', place: effect.place, position: { longitude: 115, latitude: -32 } },
        { kind: 'place found', place: effect.place, position: null },
        { kind: 'failed', message: 'failed' },
      ];
    case 'check area':
      return [true, false, undefined].map((exists) => ({ kind: 'area checked', check: effect.check, exists }));
    case 'load details':
      return [
        { kind: 'details loaded', loads: effect.loads },
        { kind: 'details failed', loads: effect.loads },
      ];
  }
}

function complete(world: World, effect: Outcome, event: ExplorerEvent): World {
  if (event.kind === 'details loaded') world = { ...world, detailsOfLoad: event.loads };
  if (effect.kind !== 'query' && effect.kind !== 'count') return step(world, event, effect);
  const free = step(world, { kind: 'engine free' }, effect);
  return { ...free, frame: [...free.frame, event] };
}

function showFrame(world: World): World {
  return world.frame.reduce<World>((next, event) => step(next, event), { ...world, frame: [] });
}

function fireTimer(world: World, kind: Timer): World {
  const timers = new Set(world.timers);
  timers.delete(kind);
  return step({ ...world, timers }, { kind });
}

/** What can happen next: the user's changes, outcomes in any order, frames and timers. */
function nextWorlds(world: World): readonly World[] {
  const events: readonly ExplorerEvent[] = [
    ...views.filter((view) => view !== world.state.view).map((view) => ({ kind: 'view changed', view }) as const),
    { kind: 'rows shown', rows: shownRows },
    { kind: 'details wanted' },
    { kind: 'loaded', data: fakeData },
    { kind: 'failed', message: 'stopped' },
  ];
  return [
    ...events.map((event) => step(world, event)),
    ...world.pending.flatMap((effect) => outcomesOf(effect).map((event) => complete(world, effect, event))),
    ...(world.frame.length > 0 ? [showFrame(world)] : []),
    ...[...world.timers].map((kind) => fireTimer(world, kind)),
  ];
}

/** Lets everything succeed that has been requested, until nothing is left. */
function succeed(world: World): World {
  for (let steps = 0; steps < 40; steps++) {
    const [effect] = world.pending;
    const [timer] = [...world.timers].filter((kind) => kind !== 'details wanted' || world.pending.length === 0);
    const [event] = effect ? outcomesOf(effect) : [];
    if (effect && event) world = complete(world, effect, event);
    else if (world.frame.length > 0) world = showFrame(world);
    else if (timer) world = fireTimer(world, timer);
    else return world;
  }
  throw new Error('the explorer never comes to rest');
}

/** The same text for states that differ only in the identity of equal objects and in times that no longer matter. */
function keyOf({ state, pending, frame, timers, now }: World): string {
  const { shown, view, query, changedAt, resultQueriedAt, answered, areaCheck, ...rest } = state;
  const { result, counts, loading, loads, ...others } = shown;
  return JSON.stringify([
    ...[rest, others, loading.state, Math.min(loads, 2), views.indexOf(view), view.selection],
    ...[result?.query === query, counts?.query === query, answered === query, areaCheck !== null],
    ...[now - changedAt < 100, now - resultQueriedAt >= 100, [...timers].sort()],
    pending.map((each) => [each.kind, 'query' in each && each.query === query]),
    frame.map((each) => [each.kind, 'query' in each && each.query === query]),
  ]);
}

/** What is wrong with the state: rules that hold at any time. */
function faultsOf({ state, pending, detailsOfLoad }: World): readonly string[] {
  const { shown, query, isEngineBusy, view, answered, areaCheck } = state;
  const count = (matches: (effect: Outcome) => boolean): number => pending.filter(matches).length;
  const isReady = shown.loading.state === 'ready';
  const rules = {
    'the engine has one query at most':
      count(({ kind }) => kind === 'query' || kind === 'count') === Number(isEngineBusy),
    'details of the same data are loaded once at a time':
      count((effect) => effect.kind === 'load details' && effect.loads === shown.loads) <= 1,
    'the details are those of the data': shown.details !== 'ready' || detailsOfLoad === shown.loads,
    'there are queries only of loaded data': isReady || (query === null && pending.length === 0),
    'the query is that of the view': !isReady || JSON.stringify(query) === JSON.stringify(queryOf(view, shown)),
    'the circle is that of the selection': shown.selectionCircle === null || view.selection === place,
    'a settled view has an answer':
      !shown.isSettled || (areaCheck === null && answered?.tab === query?.tab && answered?.sort === query?.sort),
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

function faultsAtRest(world: World): readonly string[] {
  const { state } = succeed(world);
  const { result, counts, isSettled, updateFailure, details } = state.shown;
  const rules = {
    'the view is settled': isSettled && state.answered === state.query,
    'the result is that of the query': updateFailure !== null || (result?.query === state.query && counts === result),
    'a list that needs details has them': state.view.sort !== 'largest' || details === 'ready',
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

describe('every state that an explorer reaches', () => {
  const worlds = new Map<string, World>();
  const state = initialState(initialView);
  const first: World = { state, pending: [], frame: [], timers: new Set(), detailsOfLoad: null, now: 0 };
  let reached: readonly World[] = [first, succeed(step(first, { kind: 'loaded', data: fakeData }))];
  for (let events = 0; events < (isFullSize ? 5 : 4); events++) {
    const found = new Map(reached.flatMap(nextWorlds).map((world) => [keyOf(world), world]));
    reached = [...found].filter(([key]) => !worlds.has(key)).map(([, world]) => world);
    for (const world of reached) worlds.set(keyOf(world), world);
  }
  console.info(`the explorer: ${worlds.size} states`);
  const isReady = ({ state }: World): boolean => state.shown.loading.state === 'ready';

  it('follows the rules', () => {
    expect(worlds.size).toBeGreaterThan(500);
    for (const world of worlds.values())
      if (faultsOf(world).length > 0) expect({ faults: faultsOf(world), world }).toBe('right');
  });

  it('leads to the result of its view when everything succeeds from then on', () => {
    for (const world of worlds.values()) {
      const faults = isReady(world) ? faultsAtRest(world) : [];
      if (faults.length > 0) expect({ faults, world }).toBe('right');
    }
  });

  it('leads there by loading the data again', () => {
    for (const world of worlds.values()) {
      const again = succeed(step(world, { kind: 'loaded', data: fakeData }));
      const faults = [
        ...faultsAtRest(again),
        ...(again.state.shown.updateFailure === null ? [] : ['no failure is left']),
      ];
      if (faults.length > 0) expect({ faults, world }).toBe('right');
    }
  });
});
