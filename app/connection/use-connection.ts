import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

import type { ApiConnection } from './api-connection.ts';
import type { ConnectionState, ConnectionWatch } from './connection-watch.ts';

/** What a part of the page needs of the connection. */
export type Connection = Pick<ApiConnection, 'request' | 'siteUrl'>;

export const ConnectionContext = createContext<Connection | null>(null);

/** The page's way to the interface. Throws where none stands around, which is a mistake of ours. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('no connection stands around this component');
  return connection;
}

export const ConnectionWatchContext = createContext<ConnectionWatch | null>(null);

/** How the page stands to its host, and what can be done about it. Throws outside of a watch, which is a mistake of ours. */
export function useConnectionState(): ConnectionState & Pick<ConnectionWatch, 'applyPageUpdate'> {
  const watch = useContext(ConnectionWatchContext);
  if (!watch) throw new Error('no connection watch stands around this component');
  return { ...useStore(watch.state), applyPageUpdate: watch.applyPageUpdate };
}
