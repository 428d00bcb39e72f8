import { startTransition } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Engine, MapBox, Query } from '../engine/engine.ts';
import type { ViewStore } from '../view/view-store.ts';
import { runInFrame } from './frame-scheduler.ts';
import type { Hover } from './hover.ts';
import {
  advance,
  initialState,
  queryOf,
  type QueryState,
  type ExplorerEffect,
  type ExplorerEvent,
  type ExplorerState,
} from './explorer-state.ts';

/**
 * The running explorer. Connects the view to the engine: passes what happens to the state machine of `explorer-state.ts`, does what it
 * requests, and publishes the state.
 */
export class Explorer {
  readonly siteUrl: string;
  readonly engine: Engine;
  readonly view: StoreApi<ViewStore>;
  readonly queryState: StoreApi<QueryState>;
  /** Set by the list and the map. Replace the whole state: `hover.setState(next, true)`. */
  readonly hover = createStore<Hover | null>(() => null);
  #state: ExplorerState;
  readonly #events: ExplorerEvent[] = [];
  readonly #timers = new Map<ExplorerEvent['kind'], ReturnType<typeof setTimeout>>();

  constructor(siteUrl: string, engine: Engine, view: StoreApi<ViewStore>) {
    this.siteUrl = siteUrl;
    this.engine = engine;
    this.view = view;
    this.#state = initialState(view.getState());
    this.queryState = createStore<QueryState>(() => this.#state.shown);
    engine.onStopped?.((error) => {
      this.#fail(error);
    });
    view.subscribe((changed) => {
      this.#dispatch({ kind: 'view changed', view: changed });
    });
  }

  /** Loads the data, or loads it again. The previous data remains in use until the new data is complete. */
  async load(): Promise<void> {
    const showProgress = (loaded: number, of: number): void => {
      this.#dispatch({ kind: 'loading', loaded, of });
    };
    showProgress(0, 0);
    try {
      const data = await this.engine.load(this.siteUrl, showProgress);
      this.#dispatch({ kind: 'loaded', data });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Loads the details of records, unless they are loaded, and then updates the rows. Does nothing before `load`. */
  requestDetails(): void {
    this.#dispatch({ kind: 'details wanted' });
  }

  showArea(area: MapBox): void {
    this.#dispatch({ kind: 'area shown', area });
  }

  showRows(start: number, end: number): void {
    this.#dispatch({ kind: 'rows shown', rows: { start, end } });
  }

  /** Shows or hides the detections of a visit in the list. */
  toggleGroup(id: number): void {
    this.#dispatch({ kind: 'group toggled', id });
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

  #dispatch(event: ExplorerEvent): void {
    // An event that a reaction to another one causes is processed after it.
    if (this.#events.push(event) > 1) return;
    for (const each of this.#events) this.#process(each);
    this.#events.length = 0;
  }

  #process(event: ExplorerEvent): void {
    const before = this.#state;
    const { state, effects } = advance(before, event, performance.now());
    this.#state = state;
    if (state.shown !== before.shown) {
      const publish = (): void => {
        try {
          this.queryState.setState(state.shown);
        } catch (error) {
          // A failure of a listener must not prevent the effects, such as the next query.
          reportError(error);
        }
      };
      // The first result mounts the whole list. A transition splits this into short tasks.
      if (event.kind === 'answered' && (state.isMoving || before.shown.result === null)) startTransition(publish);
      else publish();
    }
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: ExplorerEffect): void {
    const { engine, view } = this;
    switch (effect.kind) {
      case 'query': {
        const { query } = effect;
        // The worker returns a copy of the query, but queries are compared by the identity of their parts.
        this.#answer(query, async () => ({ kind: 'answered', result: { ...(await engine.query(query)), query } }));
        break;
      }
      case 'count': {
        const { query } = effect;
        this.#answer(query, async () => ({ kind: 'counted', counts: { ...(await engine.counts(query)), query } }));
        break;
      }
      case 'find place': {
        const { place } = effect;
        engine.place(place.id, view.getState().map.centre).then(
          (found) => {
            this.#dispatch({ kind: 'place found', place, position: found?.inshore ?? null });
          },
          (error: unknown) => {
            this.#fail(error);
          },
        );
        break;
      }
      case 'check area': {
        const { check } = effect;
        const report = (exists: boolean | undefined): void => {
          this.#dispatch({ kind: 'area checked', check, exists });
        };
        engine.summarise({ council: check.name }).then(
          (summary) => {
            report(summary !== null);
          },
          () => {
            report(undefined);
          },
        );
        break;
      }
      case 'load details': {
        const { loads } = effect;
        engine.loadDetails().then(
          () => {
            this.#dispatch({ kind: 'details loaded', loads });
          },
          () => {
            this.#dispatch({ kind: 'details failed', loads });
          },
        );
        break;
      }
      case 'rename area':
        view.getState().select({ kind: 'area', name: effect.name }, 'same');
        break;
      case 'rename council':
        view.getState().setCouncil(effect.name, 'same');
        break;
      case 'wait': {
        const { event, milliseconds } = effect;
        clearTimeout(this.#timers.get(event.kind));
        if (milliseconds === null) break;
        this.#timers.set(
          event.kind,
          setTimeout(() => {
            this.#dispatch(event);
          }, milliseconds),
        );
      }
    }
  }

  /** Starts a query of the engine. It is free for the next one before the answer is shown, which is in a frame. */
  #answer(query: Query, run: () => Promise<ExplorerEvent>): void {
    void run()
      .catch((error: unknown): ExplorerEvent => ({ kind: 'query failed', query, message: messageOf(error) }))
      .then((event) => {
        this.#dispatch({ kind: 'engine free' });
        runInFrame(() => {
          this.#dispatch(event);
        });
      });
  }

  #fail(error: unknown): void {
    const message = messageOf(error);
    // Scheduled like results: otherwise an earlier result that is still waiting for its frame would clear the message.
    runInFrame(() => {
      this.#dispatch({ kind: 'failed', message });
    });
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
