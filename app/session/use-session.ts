import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';

import type { Result, LoadedData } from '../engine/engine.ts';
import type { ViewStore } from '../view/view-store.ts';
import type { QueryState, Session } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

/** The session of the page. Throws an Error outside of one, which is a programming error. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('this component is not inside a session');
  return session;
}

/** Part of the view, or one of its actions; the component renders again when it changes, and only then. */
export function useView<Part>(select: (view: ViewStore) => Part): Part {
  return useStore(useSession().view, select);
}

export function useQueryState<Part>(select: (queryState: QueryState) => Part): Part {
  return useStore(useSession().queryState, select);
}

/**
 * Whether the view has settled. The component renders again when the view settles, but not when it begins to change: for
 * components that look the same until a result arrives.
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

/** Part of the latest result; undefined before the first. */
export function useResult<Part>(select: (result: Result) => Part): Part | undefined {
  return useQueryState(({ result }) => (result ? select(result) : undefined));
}

/** The data, once it is loaded. */
export function useData(): LoadedData | undefined {
  return useQueryState(({ loading }) => (loading.state === 'ready' ? loading.data : undefined));
}
