import type { Position } from '../../core/geo/wgs84.ts';
import type { Counts, LoadedData, MapBox, Query, Result } from '../engine/engine.ts';
import { type LocationSearch, needsDetails, type Selection, type ViewState } from '../view/view-state.ts';
import { regionOfData } from '../vocabulary/positions.ts';

/*
 * The explorer as a state machine: `advance` computes the next state and what to do from a state and an event. It has no
 * clock, no engine and no timers, so that a test can enumerate the states (`explorer-state.test.ts`).
 */

/** The loading state of the data. */
export type Loading =
  | { readonly state: 'in progress'; readonly loaded: number; readonly of: number }
  | { readonly state: 'ready'; readonly data: LoadedData }
  | { readonly state: 'failed'; readonly message: string };

/** Counts, and the query they belong to. */
export type QueryCounts = Counts & Pick<Result, 'query'>;

/** The state of the page that is derived from the view and the data. */
export interface QueryState {
  readonly loading: Loading;
  /** How many times the data has been loaded. After each load, results of other engine calls are outdated. */
  readonly loads: number;
  /** The latest counts; they may be one frame behind the view. */
  readonly counts: QueryCounts | null;
  /** The latest result. While the view changes continuously, it is older than the counts. */
  readonly result: Result | null;
  /** The circle around the selected place or location; null without one, and until the place's position is known. */
  readonly selectionCircle: LocationSearch | null;
  /** The selected council area, if it does not exist: it then limits nothing. */
  readonly missingArea: string | null;
  /** The area that the map shows, set by the map. */
  readonly area: MapBox;
  /** The rows of the list on the screen, set by the list. */
  readonly visibleRows: { readonly start: number; readonly end: number };
  /** The visits of which the list shows every detection. */
  readonly expandedGroups: readonly number[];
  /** Whether rows contain the details of their records: size, number, distance offshore and remark. */
  readonly details: 'not requested' | 'loading' | 'ready' | 'failed';
  /** Why the latest query or reload failed; null if it did not. */
  readonly updateFailure: string | null;
  /**
   * Whether the view has not changed for a moment and its query has succeeded or failed. Announcements to screen
   * readers wait for this. Scrolling the list does not count as a change.
   */
  readonly isSettled: boolean;
}

/** Everything that the explorer remembers. */
export interface ExplorerState {
  /** What components use. */
  readonly shown: QueryState;
  readonly view: ViewState;
  /** The query of the view; null until the data is loaded. */
  readonly query: Query | null;
  /** What the engine must still compute for the query. */
  readonly due: 'nothing' | 'counts' | 'result';
  /** Whether the engine computes counts or a result. It computes one at a time, so that a drag never falls behind. */
  readonly isEngineBusy: boolean;
  /** The query of the latest result or failure. */
  readonly answered: Query | null;
  /** The centre of the selection's circle, and the selection that it belongs to; null until it is known. */
  readonly centre: { readonly selection: Selection; readonly position: Position } | null;
  /** The check whether the selected council area exists, while it runs. */
  readonly areaCheck: AreaCheck | null;
  readonly failedDetailLoads: number;
  /** Whether the view has not changed for a moment. */
  readonly isQuiet: boolean;
  /** Whether the latest change closely followed another one. If so, its result is rendered as a transition. */
  readonly isMoving: boolean;
  /** Times in milliseconds. */
  readonly changedAt: number;
  readonly resultQueriedAt: number;
}

/** Compared by identity: each check is another object. */
export interface AreaCheck {
  readonly name: string;
}

type Place = Extract<Selection, { readonly kind: 'place' }>;

export type ExplorerEvent =
  | { readonly kind: 'view changed'; readonly view: ViewState }
  | { readonly kind: 'area shown'; readonly area: MapBox }
  | { readonly kind: 'rows shown'; readonly rows: QueryState['visibleRows'] }
  | { readonly kind: 'group toggled'; readonly id: number }
  | { readonly kind: 'loading'; readonly loaded: number; readonly of: number }
  | { readonly kind: 'loaded'; readonly data: LoadedData }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'engine free' }
  | { readonly kind: 'counted'; readonly counts: QueryCounts }
  | { readonly kind: 'answered'; readonly result: Result }
  | { readonly kind: 'query failed'; readonly query: Query; readonly message: string }
  | { readonly kind: 'place found'; readonly place: Place; readonly position: Position | null }
  /** `exists` is undefined if that could not be found out. The details of the area report the failure. */
  | { readonly kind: 'area checked'; readonly check: AreaCheck; readonly exists: boolean | undefined }
  | { readonly kind: 'details loaded'; readonly loads: number }
  | { readonly kind: 'details failed'; readonly loads: number }
  | TimerEvent;

/** The events of timers. A new wait for an event replaces an earlier one. */
type TimerEvent =
  { readonly kind: 'view is quiet' } | { readonly kind: 'result is due' } | { readonly kind: 'details wanted' };

export type ExplorerEffect =
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'count'; readonly query: Query }
  | { readonly kind: 'find place'; readonly place: Place }
  | { readonly kind: 'check area'; readonly check: AreaCheck }
  | { readonly kind: 'load details'; readonly loads: number }
  /** Replaces the name of the selected council area, or of the one that limits the list. */
  | { readonly kind: 'rename area' | 'rename council'; readonly name: string }
  /** `milliseconds` is null to stop waiting. */
  | { readonly kind: 'wait'; readonly event: TimerEvent; readonly milliseconds: number | null };

/** The wait before the first and before later attempts to load details again. */
const detailRetriesInMilliseconds = [5000, 30_000, 120_000] as const;
const settledAfterInMilliseconds = 600;
/**
 * The time between complete results while the view changes continuously, as in a drag. In between, only counts are
 * queried, because a complete result takes longer than a frame to compute and render.
 */
const resultIntervalInMilliseconds = 100;
/** After a pause of this length between changes, a complete result is queried earlier. */
const resultPauseInMilliseconds = 40;

/**
 * The query of a view. The circle or the council area of the selection replaces the search, so that everything counts the
 * same.
 */
export function queryOf(
  { filters, tab, sort, search, council, selection }: ViewState,
  {
    area,
    visibleRows,
    expandedGroups,
    selectionCircle,
    missingArea,
  }: Pick<QueryState, 'area' | 'visibleRows' | 'expandedGroups' | 'selectionCircle' | 'missingArea'>,
): Query {
  const rest = { filters, tab, sort, area, rows: visibleRows, expandedGroups };
  if (selection?.kind === 'area' && selection.name !== missingArea) {
    return { ...rest, search: null, council: selection.name };
  }
  return { ...rest, search: selectionCircle ?? search, council: selectionCircle ? null : council };
}

export function initialState(view: ViewState): ExplorerState {
  const shown: QueryState = {
    loading: { state: 'in progress', loaded: 0, of: 0 },
    loads: 0,
    counts: null,
    result: null,
    selectionCircle: null,
    missingArea: null,
    area: regionOfData,
    visibleRows: { start: 0, end: 20 },
    expandedGroups: [],
    details: 'not requested',
    updateFailure: null,
    isSettled: false,
  };
  const state: ExplorerState = {
    shown,
    view,
    query: null,
    due: 'nothing',
    isEngineBusy: false,
    answered: null,
    centre: null,
    areaCheck: null,
    failedDetailLoads: 0,
    isQuiet: false,
    isMoving: true,
    changedAt: Number.NEGATIVE_INFINITY,
    resultQueriedAt: Number.NEGATIVE_INFINITY,
  };
  return findCentre(state, []);
}

/** The state after an event at a time in milliseconds, and what to do then, in this order. */
export function advance(
  before: ExplorerState,
  event: ExplorerEvent,
  now: number,
): { readonly state: ExplorerState; readonly effects: readonly ExplorerEffect[] } {
  const effects: ExplorerEffect[] = [];
  const state = settle(runDue(react(before, event, now, effects), now, effects));
  return { state, effects };
}

function react(state: ExplorerState, event: ExplorerEvent, now: number, effects: ExplorerEffect[]): ExplorerState {
  const { shown } = state;
  switch (event.kind) {
    case 'view changed': {
      const next = { ...state, view: event.view };
      const isSameSelection = event.view.selection === state.view.selection;
      return refresh(isSameSelection ? updateCircle(next) : findCentre(next, effects), now, effects);
    }
    case 'area shown':
      return refresh(show(state, { area: event.area }), now, effects);
    case 'rows shown':
      return refresh(show(state, { visibleRows: event.rows }), now, effects);
    case 'group toggled': {
      const others = shown.expandedGroups.filter((each) => each !== event.id);
      const isExpanded = others.length < shown.expandedGroups.length;
      return refresh(show(state, { expandedGroups: isExpanded ? others : [...others, event.id] }), now, effects);
    }
    case 'loading':
      if (shown.loading.state === 'ready') return state;
      return show(state, { loading: { state: 'in progress', loaded: event.loaded, of: event.of } });
    case 'loaded': {
      const loading: Loading = { state: 'ready', data: event.data };
      const loaded = show(state, { loading, loads: shown.loads + 1, updateFailure: null, details: 'not requested' });
      const next = refresh(findCentre({ ...loaded, query: null }, effects), now, effects);
      return shown.details === 'not requested' ? next : requestDetails(next, effects);
    }
    case 'failed':
      return fail(state, event.message);
    case 'engine free':
      return { ...state, isEngineBusy: false };
    case 'counted':
      return show(state, { counts: event.counts });
    case 'answered': {
      const { result } = event;
      const rename = renameToPublished(state.view, result);
      if (!rename) {
        return { ...show(state, { counts: result, result, updateFailure: null }), answered: result.query };
      }
      // The view with the published name has a query of its own.
      effects.push(rename);
      return state;
    }
    case 'query failed':
      return { ...fail(state, event.message), answered: event.query };
    case 'place found': {
      if (state.view.selection !== event.place) return state;
      const centre = event.position && { selection: event.place, position: event.position };
      return refresh(updateCircle({ ...state, centre }), now, effects);
    }
    case 'area checked': {
      if (state.areaCheck !== event.check) return state;
      const missingArea = event.exists === false ? event.check.name : event.exists ? null : shown.missingArea;
      return refresh({ ...show(state, { missingArea }), areaCheck: null }, now, effects);
    }
    case 'details wanted':
      return requestDetails(state, effects);
    case 'details loaded':
      if (event.loads !== shown.loads) return state;
      return {
        ...show(state, { details: 'ready' }),
        failedDetailLoads: 0,
        // The same list again, with details.
        ...(state.query && { query: { ...state.query }, due: 'result' }),
      };
    case 'details failed': {
      if (event.loads !== shown.loads) return state;
      const attempt = Math.min(state.failedDetailLoads, detailRetriesInMilliseconds.length - 1);
      const milliseconds = detailRetriesInMilliseconds[attempt] ?? null;
      effects.push({ kind: 'wait', event: { kind: 'details wanted' }, milliseconds });
      return { ...show(state, { details: 'failed' }), failedDetailLoads: state.failedDetailLoads + 1 };
    }
    case 'view is quiet':
      return { ...state, isQuiet: true };
    case 'result is due':
      return { ...state, due: 'result' };
  }
}

function show(state: ExplorerState, change: Partial<QueryState>): ExplorerState {
  return { ...state, shown: { ...state.shown, ...change } };
}

/** Data that is already shown remains visible. */
function fail(state: ExplorerState, message: string): ExplorerState {
  const isReady = state.shown.loading.state === 'ready';
  return show(state, isReady ? { updateFailure: message } : { loading: { state: 'failed', message } });
}

/** Finds the centre of the selection's circle, and whether a selected council area exists. */
function findCentre(state: ExplorerState, effects: ExplorerEffect[]): ExplorerState {
  const { selection } = state.view;
  // After a reload, the place may be elsewhere, but the circle stays until that is known.
  const known = selection?.kind === 'place' && state.centre?.selection === selection ? state.centre : null;
  const centre = selection?.kind === 'location' ? { selection, position: selection.position } : known;
  const isReady = state.shown.loading.state === 'ready';
  const areaCheck = isReady && selection?.kind === 'area' ? { name: selection.name } : null;
  if (areaCheck) effects.push({ kind: 'check area', check: areaCheck });
  if (isReady && selection?.kind === 'place') effects.push({ kind: 'find place', place: selection });
  return updateCircle({ ...state, centre, areaCheck });
}

/** The circle is another object only when it differs, because queries are compared by the identity of their parts. */
function updateCircle(state: ExplorerState): ExplorerState {
  const centre = state.centre?.position;
  const radiusInMetres = state.view.selectionRadiusInMetres;
  const before = state.shown.selectionCircle;
  if (before?.centre === centre && (!before || before.radiusInMetres === radiusInMetres)) return state;
  return show(state, { selectionCircle: centre ? { mode: 'radius', centre, radiusInMetres } : null });
}

/** Makes the query that of the view, and determines what the engine must compute for it. */
function refresh(state: ExplorerState, now: number, effects: ExplorerEffect[]): ExplorerState {
  if (state.shown.loading.state !== 'ready') return state;
  const query = queryOf(state.view, state.shown);
  const before = state.query;
  const hasSameList = before !== null && isSameExceptRows(before, query);
  if (hasSameList && hasSameRows(before, query)) return state;
  // During a drag, the state that components use does not change here.
  const isUnsettled = !hasSameList && state.shown.isSettled;
  const next = { ...(isUnsettled ? show(state, { isSettled: false }) : state), isQuiet: hasSameList && state.isQuiet };
  if (!hasSameList) {
    effects.push({ kind: 'wait', event: { kind: 'view is quiet' }, milliseconds: settledAfterInMilliseconds });
  }
  const isUrgent = hasSameList || before === null;
  const pause = Math.min(state.resultQueriedAt + resultIntervalInMilliseconds - now, resultPauseInMilliseconds);
  const isResultDue = state.due === 'result' || isUrgent || pause <= 0;
  effects.push({ kind: 'wait', event: { kind: 'result is due' }, milliseconds: isResultDue ? null : pause });
  const isMoving = !isUrgent && now - state.changedAt < resultIntervalInMilliseconds;
  const refreshed = { ...next, query, due: isResultDue ? 'result' : 'counts', isMoving, changedAt: now } as const;
  return lacksDetails(refreshed) ? requestDetails(refreshed, effects) : refreshed;
}

function lacksDetails({ query, shown: { details } }: ExplorerState): boolean {
  return query !== null && needsDetails(query.filters, query.sort) && details !== 'ready';
}

/** Loads the details of records, unless they are loaded. If that fails, it is tried again later. */
function requestDetails(state: ExplorerState, effects: ExplorerEffect[]): ExplorerState {
  const { loading, loads, details } = state.shown;
  if (loading.state !== 'ready' || details === 'loading' || details === 'ready') return state;
  effects.push({ kind: 'wait', event: { kind: 'details wanted' }, milliseconds: null });
  effects.push({ kind: 'load details', loads });
  return show(state, { details: 'loading' });
}

/** Council names are matched in any case. Returns the change to the published name, if the view has another one. */
function renameToPublished(
  { selection, council }: ViewState,
  { council: published, query: { council: name } }: Result,
): ExplorerEffect | undefined {
  if (published === null || published === name) return undefined;
  if (selection?.kind === 'area' && selection.name === name) return { kind: 'rename area', name: published };
  return council === name ? { kind: 'rename council', name: published } : undefined;
}

/** Queries the engine, if it is free, something is due, and the query does not need details that are not loaded. */
function runDue(state: ExplorerState, now: number, effects: ExplorerEffect[]): ExplorerState {
  const { query, due, isEngineBusy } = state;
  if (isEngineBusy || due === 'nothing' || query === null || lacksDetails(state)) return state;
  effects.push({ kind: due === 'result' ? 'query' : 'count', query });
  const resultQueriedAt = due === 'result' ? now : state.resultQueriedAt;
  return { ...state, isEngineBusy: true, due: 'nothing', resultQueriedAt };
}

/** The view is settled when it is quiet and its query has succeeded or failed. Scrolling the list does not unsettle it. */
function settle(state: ExplorerState): ExplorerState {
  const { shown, query, answered, areaCheck, isQuiet } = state;
  if (shown.isSettled || !isQuiet || query === null || answered !== query || areaCheck) return state;
  return show(state, { isSettled: true });
}

function hasSameRows(a: Query, b: Query): boolean {
  return a.rows.start === b.rows.start && a.rows.end === b.rows.end && a.expandedGroups === b.expandedGroups;
}

/** Compares by identity: each part of a view is the same object until it changes. */
function isSameExceptRows(a: Query, b: Query): boolean {
  return (
    a.filters === b.filters &&
    a.tab === b.tab &&
    a.sort === b.sort &&
    a.search === b.search &&
    a.council === b.council &&
    // With a search or in a council area, the area of the map makes no difference.
    (a.search !== null || a.council !== null || a.area === b.area)
  );
}
