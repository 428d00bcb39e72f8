import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

import type { ApiConnection } from './api-connection.ts';
import type { ConnectionState, ConnectionWatch } from './connection-watch.ts';

/** The methods of the connection that components use. */
export type Connection = Pick<ApiConnection, 'request' | 'siteUrl'>;

export const ConnectionContext = createContext<Connection | null>(null);

/** The page's connection to the API. Throws an Error outside a `ConnectionContext`, which is a programming error. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('there is no ConnectionContext');
  return connection;
}

export const ConnectionWatchContext = createContext<ConnectionWatch | null>(null);

/**
 * The state of the connection, and how to update the page. Throws an Error outside a `ConnectionWatchContext`, which is
 * a programming error.
 */
export function useConnectionState(): ConnectionState & Pick<ConnectionWatch, 'applyPageUpdate'> {
  const watch = useContext(ConnectionWatchContext);
  if (!watch) throw new Error('there is no ConnectionWatchContext');
  return { ...useStore(watch.state), applyPageUpdate: watch.applyPageUpdate };
}
