import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

import type { ConnectionState, ConnectionWatch } from './connection-watch.ts';

export const ConnectionWatchContext = createContext<ConnectionWatch | null>(null);

/** How the page stands to its host, and what can be done about it. Throws outside of a watch, which is a mistake of ours. */
export function useConnectionState(): ConnectionState & Pick<ConnectionWatch, 'applyPageUpdate'> {
  const watch = useContext(ConnectionWatchContext);
  if (!watch) throw new Error('no connection watch stands around this component');
  return { ...useStore(watch.state), applyPageUpdate: watch.applyPageUpdate };
}
