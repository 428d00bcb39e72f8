import { once } from 'node:events';
import type { Server } from 'node:http';

interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  readonly basePath: string;
  /** The command-line option that sets the port, for messages. Default: `--port`. */
  readonly portOption?: string;
}

/** Makes the server listen. Returns the URL of the site's root. Throws an Error with a message of one line. */
export async function listen(server: Server, options: ListenOptions): Promise<string> {
  const { port, host, basePath } = options;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(describeListenFailure(error, options), { cause: error });
  }
  const address = server.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  return rootUrl(host, actualPort, basePath);
}

/** The URL of a site's root. */
export function rootUrl(host: string, port: number, basePath: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}`;
}

export function describeListenFailure(
  error: unknown,
  { port, host, portOption = '--port' }: Pick<ListenOptions, 'port' | 'host' | 'portOption'>,
): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Choose another with ${portOption}, or stop the program that uses it.`;
  }
  if (code === 'EACCES') return `Port ${port} is not allowed here. Choose one above 1023 with ${portOption}.`;
  const reason = error instanceof Error ? error.message : String(error);
  const hostOption = portOption.replace('port', 'host');
  return `Cannot listen on ${host}:${port}: ${reason}. Choose another address with ${hostOption} and ${portOption}.`;
}

/** The value of a command-line option as a port number from 0 to 65535; undefined if it is not one. */
export function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}
