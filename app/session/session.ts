import { startTransition } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Counts, Engine, LoadedData, MapBox, Query, Result } from '../engine/engine.ts';
import { debounce } from '../view/debounce.ts';
import { type LocationSearch, needsDetails, type Selection } from '../view/view-state.ts';
import type { ViewStore } from '../view/view-store.ts';
import { regionOfData } from '../vocabulary/positions.ts';
import { runInFrame } from './frame-scheduler.ts';
import type { Hover } from './hover.ts';
import { latestOnly } from './latest-only.ts';

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
  /** The groups of repeated detections that are expanded in the list. */
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

/** The wait before the first and before later attempts to load details again. */
const detailRetriesInMilliseconds = [5000, 30_000, 120_000] as const;
const settledAfterInMilliseconds = 600;
/**
 * The time between complete results while the view changes continuously, as in a drag. In between, only counts are
 * queried.
 */
const resultIntervalInMilliseconds = 100;
/** After a pause of this length between changes, a complete result is queried earlier. */
const resultPauseInMilliseconds = 40;

/**
 * The query of a view. The circle or the council area of the selection replaces the search, so that everything counts the
 * same.
 */
export function queryOf(
  { filters, tab, sort, search, council, selection }: ViewStore,
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

/**
 * Connects the view to the engine: queries the engine when the view changes, and stores the results. A complete
 * result takes longer than a frame to compute and render, so while the view changes continuously, most changes query
 * only counts.
 */
export class Session {
  readonly siteUrl: string;
  readonly engine: Engine;
  readonly view: StoreApi<ViewStore>;
  readonly queryState: StoreApi<QueryState>;
  /** Set by the list and the map. Replace the whole state: `hover.setState(next, true)`. */
  readonly hover = createStore<Hover | null>(() => null);
  readonly #runQuery: (query: Query) => void;
  readonly #settling = debounce(settledAfterInMilliseconds, () => {
    this.#isQuiet = true;
    this.#settle();
  });
  #latest: Query | undefined;
  /** The centre of the selection's circle, and the selection that it belongs to. */
  #centre: Position | null = null;
  #centredSelection: Selection | null = null;
  /** The check whether the selected council area exists, while it runs. */
  #areaCheck: Promise<void> | null = null;
  /** Whether the next query is for a complete result. */
  #isResultDue = false;
  #changedAt = Number.NEGATIVE_INFINITY;
  /** Whether the latest change closely followed another one. If so, its result is rendered as a transition. */
  #isMoving = true;
  #resultQueriedAt = Number.NEGATIVE_INFINITY;
  #resultTimer: ReturnType<typeof setTimeout> | undefined;
  #detailRetry: ReturnType<typeof setTimeout> | undefined;
  #failedDetailLoads = 0;
  #isQuiet = false;
  #hasOutcome = false;

  constructor(siteUrl: string, engine: Engine, view: StoreApi<ViewStore>) {
    this.siteUrl = siteUrl;
    this.engine = engine;
    this.view = view;
    this.queryState = createStore<QueryState>(() => ({
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
    }));
    this.#runQuery = latestOnly(
      (query: Query): Promise<Counts | Result> => {
        if (!this.#isResultDue) return engine.counts(query);
        this.#isResultDue = false;
        this.#resultQueriedAt = performance.now();
        return engine.query(query);
      },
      (countsOrResult, query) => {
        runInFrame(() => {
          // The worker returns a copy of the query, but queries are compared by the identity of their parts.
          const counts = { ...countsOrResult, query };
          if (!('rows' in counts)) {
            this.queryState.setState({ counts });
            return;
          }
          const show = (): void => {
            this.queryState.setState({ counts, result: counts, updateFailure: null });
          };
          // Changing the view starts a new query.
          if (this.#usePublishedCouncilName(counts)) return;
          // The first result mounts the whole list. A transition splits this into short tasks.
          if (this.#isMoving || !this.queryState.getState().result) startTransition(show);
          else show();
          this.#noteOutcome(query);
        });
      },
      (error, query) => {
        this.#fail(error);
        runInFrame(() => {
          this.#noteOutcome(query);
        });
      },
    );
    engine.onStopped?.((error) => {
      this.#fail(error);
    });
    view.subscribe(({ selection, selectionRadiusInMetres }, before) => {
      if (selection !== before.selection) this.#findCentre();
      else if (selectionRadiusInMetres !== before.selectionRadiusInMetres) this.#updateCircle();
      this.#refresh();
    });
    this.#findCentre();
  }

  /** Loads the data, or loads it again. The previous data remains in use until the new data is complete. */
  async load(): Promise<void> {
    if (this.queryState.getState().loading.state !== 'ready') {
      this.queryState.setState({ loading: { state: 'in progress', loaded: 0, of: 0 } });
    }
    try {
      const data = await this.engine.load(this.siteUrl, (loaded, total) => {
        if (this.queryState.getState().loading.state !== 'ready') {
          this.queryState.setState({ loading: { state: 'in progress', loaded, of: total } });
        }
      });
      const { loads, details } = this.queryState.getState();
      this.queryState.setState({
        ...{ loading: { state: 'ready', data }, loads: loads + 1, updateFailure: null, details: 'not requested' },
      });
      this.#latest = undefined;
      this.#findCentre();
      this.#refresh();
      if (details !== 'not requested') this.requestDetails();
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Loads the details of records, unless they are loaded, and then updates the rows. If that fails, rows remain without
   * details, and it is tried again later. Does nothing before the data is loaded.
   */
  requestDetails(): void {
    const { loading, loads, details } = this.queryState.getState();
    if (loading.state !== 'ready' || details === 'loading' || details === 'ready') return;
    clearTimeout(this.#detailRetry);
    this.queryState.setState({ details: 'loading' });
    const isCurrent = (): boolean => this.queryState.getState().loads === loads;
    this.engine.loadDetails().then(
      () => {
        if (!isCurrent()) return;
        this.#failedDetailLoads = 0;
        this.queryState.setState({ details: 'ready' });
        this.#refreshRows();
      },
      () => {
        if (!isCurrent()) return;
        this.queryState.setState({ details: 'failed' });
        const wait = detailRetriesInMilliseconds[this.#failedDetailLoads++] ?? detailRetriesInMilliseconds[2];
        this.#detailRetry = setTimeout(() => {
          this.requestDetails();
        }, wait);
      },
    );
  }

  showArea(area: MapBox): void {
    this.queryState.setState({ area });
    this.#refresh();
  }

  showRows(start: number, end: number): void {
    this.queryState.setState({ visibleRows: { start, end } });
    this.#refresh();
  }

  /** Expands or collapses a group of repeated detections in the list. */
  toggleGroup(id: number): void {
    const { expandedGroups } = this.queryState.getState();
    const isExpanded = expandedGroups.includes(id);
    this.queryState.setState({
      expandedGroups: isExpanded ? expandedGroups.filter((each) => each !== id) : [...expandedGroups, id],
    });
    this.#refresh();
  }

  /** The query of the current view. */
  query(): Query {
    return queryOf(this.view.getState(), this.queryState.getState());
  }

  /** The query of the list that the current view returns to, which the circle of a selection does not limit. */
  listQuery(): Query {
    return queryOf(
      { ...this.view.getState(), selection: null },
      { ...this.queryState.getState(), selectionCircle: null },
    );
  }

  /** Finds the centre of the selection's circle. Until it is known, there is no circle. */
  #findCentre(): void {
    const { selection, map } = this.view.getState();
    const { loading } = this.queryState.getState();
    if (selection?.kind === 'location') this.#setCentre(selection.position);
    // After a reload, the place may be elsewhere, but the circle stays until that is known.
    else if (selection?.kind !== 'place' || selection !== this.#centredSelection) this.#setCentre(null);
    this.#areaCheck = null;
    if (loading.state !== 'ready') return;
    if (selection?.kind === 'area') this.#checkArea(selection.name);
    if (selection?.kind !== 'place') return;
    this.engine.place(selection.id, map.centre).then(
      (place) => {
        if (this.view.getState().selection === selection) this.#setCentre(place?.inshore ?? null);
      },
      (error: unknown) => {
        this.#fail(error);
      },
    );
  }

  /** Finds out whether a council area exists. Until then, nothing is announced. The details report failures. */
  #checkArea(name: string): void {
    const check = this.engine
      .summarise({ council: name })
      .then(
        (summary) => {
          // Another selection has replaced this one.
          if (this.#areaCheck !== check) return;
          this.queryState.setState({ missingArea: summary ? null : name });
          this.#refresh();
        },
        () => undefined,
      )
      .finally(() => {
        if (this.#areaCheck !== check) return;
        this.#areaCheck = null;
        this.#settle();
      });
    this.#areaCheck = check;
  }

  /**
   * Council names are matched in any case. Replaces the name in the view with the published one, and returns whether
   * it did.
   */
  #usePublishedCouncilName({ council: published, query: { council: name } }: Result): boolean {
    const { selection, select, council, setCouncil } = this.view.getState();
    if (published === null || published === name) return false;
    if (selection?.kind === 'area' && selection.name === name) select({ kind: 'area', name: published }, 'same');
    else if (council === name) setCouncil(published);
    else return false;
    return true;
  }

  #setCentre(centre: Position | null): void {
    this.#centre = centre;
    this.#centredSelection = centre && this.view.getState().selection;
    this.#updateCircle();
    this.#refresh();
  }

  #updateCircle(): void {
    const radiusInMetres = this.view.getState().selectionRadiusInMetres;
    const centre = this.#centre;
    const before = this.queryState.getState().selectionCircle;
    if (before?.centre === centre && before?.radiusInMetres === radiusInMetres) return;
    if (before === null && centre === null) return;
    this.queryState.setState({ selectionCircle: centre && { mode: 'radius', centre, radiusInMetres } });
  }

  #refresh(): void {
    if (this.queryState.getState().loading.state !== 'ready') return;
    const query = this.query();
    const before = this.#latest;
    const hasSameList = before !== undefined && isSameExceptRows(before, query);
    if (hasSameList && hasSameRows(before, query)) return;
    this.#latest = query;
    this.#hasOutcome = false;
    if (!hasSameList) this.#unsettle();
    this.#scheduleResult(hasSameList || before === undefined);
    this.#run(query);
  }

  /** Runs a query. If it needs details that are not loaded, loads them, and runs the latest query when they are. */
  #run(query: Query): void {
    if (needsDetails(query.filters, query.sort) && this.queryState.getState().details !== 'ready') {
      this.requestDetails();
    } else this.#runQuery(query);
  }

  /** Queries the same list again. */
  #refreshRows(): void {
    if (!this.#latest) return;
    this.#latest = { ...this.#latest };
    this.#isResultDue = true;
    this.#runQuery(this.#latest);
  }

  /** Makes the next query return a complete result, or sets a timer to query one. */
  #scheduleResult(isUrgent: boolean): void {
    const now = performance.now();
    const pause = Math.min(this.#resultQueriedAt + resultIntervalInMilliseconds - now, resultPauseInMilliseconds);
    clearTimeout(this.#resultTimer);
    this.#isMoving = !isUrgent && now - this.#changedAt < resultIntervalInMilliseconds;
    this.#changedAt = now;
    this.#isResultDue ||= isUrgent || pause <= 0;
    if (this.#isResultDue) return;
    this.#resultTimer = setTimeout(() => {
      this.#isResultDue = true;
      if (this.#latest) this.#run(this.#latest);
    }, pause);
  }

  #unsettle(): void {
    this.#isQuiet = false;
    if (this.queryState.getState().isSettled) this.queryState.setState({ isSettled: false });
    this.#settling.trigger();
  }

  #noteOutcome(query: Query): void {
    this.#hasOutcome = query === this.#latest;
    this.#settle();
  }

  #settle(): void {
    if (!this.#isQuiet || !this.#hasOutcome || this.#areaCheck || this.queryState.getState().isSettled) return;
    this.queryState.setState({ isSettled: true });
  }

  #fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    // Scheduled like results: otherwise an earlier result that is still waiting for its frame would clear the message.
    runInFrame(() => {
      // Data that is already shown remains visible.
      if (this.queryState.getState().loading.state === 'ready') this.queryState.setState({ updateFailure: message });
      else this.queryState.setState({ loading: { state: 'failed', message } });
    });
  }
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
