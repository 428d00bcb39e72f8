import { once } from 'node:events';
import type { Server } from 'node:http';

export interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  readonly basePath: string;
}

/** An answer that has not been read to its end by then is cut. */
const graceInMilliseconds = 30_000;
/** How often connections that have become idle are looked for while stopping. */
const sweepInMilliseconds = 50;

/** Prints the address, and stops on SIGINT or SIGTERM: answers under way are finished first. */
export async function serveUntilStopped(server: Server, address: string): Promise<void> {
  process.stdout.write(`Coastwatch is at ${address}\n`);
  const stopped = once(server, 'close');
  const stop = (): void => {
    server.close();
    setInterval(() => {
      server.closeIdleConnections();
    }, sweepInMilliseconds).unref();
    setTimeout(() => {
      server.closeAllConnections();
    }, graceInMilliseconds).unref();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  await stopped;
}

/** The address listened at. Throws an Error whose message is one line that says what to do. */
export async function listen(server: Server, { port, host, basePath }: ListenOptions): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(describeFailure(error, port, host), { cause: error });
  }
  const address = server.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}${basePath}`;
}

function describeFailure(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another with --port, or stop what uses it.`;
  if (code === 'EACCES') return `Port ${port} is not allowed here. Choose one above 1023 with --port.`;
  return `Cannot listen at ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`;
}
