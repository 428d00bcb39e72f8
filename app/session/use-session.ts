import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { type StoreApi, useStore } from 'zustand';

import type { Result, LoadedData } from '../engine/engine.ts';
import type { ViewStore } from '../view/view-store.ts';
import type { QueryState } from './session-state.ts';
import type { Session } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

/** The session of the page. Throws an Error outside a `SessionContext`, which is a programming error. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('this component is not inside a session');
  return session;
}

/** Part of the view, or one of its actions. The component renders again only when that part changes. */
export function useView<Part>(select: (view: ViewStore) => Part): Part {
  return useStore(useSession().view, select);
}

export function useQueryState<Part>(select: (queryState: QueryState) => Part): Part {
  return useStore(useSession().queryState, select);
}

/**
 * Whether the view has settled. The component renders again when the view settles, but not when it begins to change.
 * Intended for components that look the same until a result arrives.
 */
export function useSettled(): boolean {
  const { queryState } = useSession();
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
  const result = useInterruptibly(useSession().queryState, resultOf);
  return result ? select(result) : undefined;
}

/** Whether there is a result. The component does not render again for later results. */
export function useHasResult(): boolean {
  return useInterruptibly(useSession().queryState, hasResult);
}

/** The loaded data; undefined until it is loaded. */
export function useData(): LoadedData | undefined {
  return useQueryState(({ loading }) => (loading.state === 'ready' ? loading.data : undefined));
}
