import { createContext, useContext } from 'react';

import type { ApiConnection } from './api-connection.ts';

/** What a part of the page needs of the connection. */
export type Connection = Pick<ApiConnection, 'request' | 'siteUrl'>;

export const ConnectionContext = createContext<Connection | null>(null);

/** The page's way to the interface. Throws where none stands around, which is a mistake of ours. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('no connection stands around this component');
  return connection;
}
