import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { type StoreApi, useStore } from 'zustand';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Result, LoadedData } from '../engine/engine.ts';
import { bringIntoView } from '../view/search-around.ts';
import type { ViewStore } from '../view/view-store.ts';
import type { QueryState } from './explorer-state.ts';
import type { Explorer } from './explorer.ts';

export const ExplorerContext = createContext<Explorer | null>(null);

/** The explorer of the page. Throws an Error outside a `ExplorerContext`, which is a programming error. */
export function useExplorer(): Explorer {
  const explorer = useContext(ExplorerContext);
  if (!explorer) throw new Error('this component is not inside an explorer');
  return explorer;
}

/** Part of the view, or one of its actions. The component renders again only when that part changes. */
export function useView<Part>(select: (view: ViewStore) => Part): Part {
  return useStore(useExplorer().view, select);
}

export function useQueryState<Part>(select: (queryState: QueryState) => Part): Part {
  return useStore(useExplorer().queryState, select);
}

/**
 * Whether the view has settled. The component renders again when the view settles, but not when it begins to change.
 * Intended for components that look the same until a result arrives.
 */
export function useSettled(): boolean {
  const { queryState } = useExplorer();
  const subscribe = useCallback(
    (onSettled: () => void) =>
      queryState.subscribe(({ isSettled }, before) => {
        if (isSettled && !before.isSettled) onSettled();
      }),
    [queryState],
  );
  return useSyncExternalStore(subscribe, () => queryState.getState().isSettled);
}

/**
 * Part of a store. If the store changes in a transition, the render of that part belongs to the transition, so every
 * frame and every input can interrupt it. Renders caused by `useStore` cannot be interrupted, and each restarts the
 * renders of transitions, so `useStore` must not be used for state that changes in every frame of a drag. `select` must
 * be the same function in every render.
 */
function useInterruptibly<State, Part>(store: StoreApi<State>, select: (state: State) => Part): Part {
  const [part, setPart] = useState(() => select(store.getState()));
  useEffect(() => {
    const update = (state: State): void => {
      setPart(() => select(state));
    };
    // The store may have changed since the render.
    update(store.getState());
    return store.subscribe((state, before) => {
      if (select(state) !== select(before)) update(state);
    });
  }, [store, select]);
  return part;
}

const resultOf = ({ result }: QueryState): Result | null => result;
const hasResult = ({ result }: QueryState): boolean => result !== null;

/** Part of the latest result, rendered as a transition during a movement; undefined before the first result. */
export function useResult<Part>(select: (result: Result) => Part): Part | undefined {
  const result = useInterruptibly(useExplorer().queryState, resultOf);
  return result ? select(result) : undefined;
}

/** Whether there is a result. The component does not render again for later results. */
export function useHasResult(): boolean {
  return useInterruptibly(useExplorer().queryState, hasResult);
}

/** The loaded data; undefined until it is loaded. */
export function useData(): LoadedData | undefined {
  return useQueryState(({ loading }) => (loading.state === 'ready' ? loading.data : undefined));
}

/** The radius of the circle around a selected place or point, and how to change it. */
export function useSelectionRadius(centre: Position | undefined) {
  const { view } = useExplorer();
  const units = useView((state) => state.units);
  const radiusInMetres = useView((state) => state.selectionRadiusInMetres);
  const actions = {
    slideTo: view.getState().setSelectionRadius,
    settle: () => {
      const state = view.getState();
      if (centre) bringIntoView(state, { centre, radiusInMetres: state.selectionRadiusInMetres });
    },
  };
  return { radiusInMetres, units, actions };
}
