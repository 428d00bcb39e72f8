import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The state of one connection. */
interface Connection {
  readonly inProgress: Set<ServerResponse>;
  /** When its last response ended, or when it was opened. From `performance.now()`. */
  idleSince: number;
}

/** Afterwards connections are closed even with a response in progress: supervisors kill a process after 10 s. */
const gracePeriodInMilliseconds = 9_500;
/**
 * How long a connection may wait for its next request during shutdown. A request can be in transit when shutdown begins:
 * it gets a response with `Connection: close` instead of a connection reset.
 */
const idleGraceInMilliseconds = 300;
const sweepIntervalInMilliseconds = 50;
/** A client that does not close its half of a closed connection in time is disconnected. */
const halfOpenGraceInMilliseconds = 1000;

/** Tracks the connections of a server and the responses in progress on them, and closes them for shutdown. */
export class Connections {
  readonly #server: Server;
  readonly #connections = new Map<Duplex, Connection>();
  #responsesInProgress = 0;
  #closed: Promise<void> | undefined;

  /** Must be created before the server accepts its first connection. */
  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#track(socket);
    });
  }

  get responsesInProgress(): number {
    return this.#responsesInProgress;
  }

  /**
   * Refuses new connections, lets the responses in progress finish and closes every connection when it is idle. Resolves
   * when all are closed, within 10 s.
   */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Closes every connection at once, whatever is in progress. */
  destroy(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  async #close(): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      // Node's own `Server.close` closes idle connections at once, and so loses requests in transit.
      NetServer.prototype.close.call(this.#server, () => {
        resolve();
      });
    });
    const start = performance.now();
    for (const { inProgress } of this.#connections.values()) for (const response of inProgress) endConnection(response);
    const sweep = setInterval(() => {
      this.#closeIdle(start);
    }, sweepIntervalInMilliseconds);
    const deadline = setTimeout(() => {
      this.destroy();
    }, gracePeriodInMilliseconds);
    await stopped;
    clearInterval(sweep);
    clearTimeout(deadline);
  }

  #closeIdle(start: number): void {
    const now = performance.now();
    for (const [socket, { inProgress, idleSince }] of this.#connections) {
      if (inProgress.size > 0 || now - Math.max(idleSince, start) < idleGraceInMilliseconds) continue;
      if (now - Math.max(idleSince, start) > halfOpenGraceInMilliseconds) socket.destroy();
      else if (!socket.writableEnded) socket.end();
    }
  }

  #track(socket: Duplex): Connection {
    const known = this.#connections.get(socket);
    if (known) return known;
    const connection = { inProgress: new Set<ServerResponse>(), idleSince: performance.now() };
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
    return connection;
  }

  /** Counts a response until it is closed, and then calls back. Must be called before its headers are sent. */
  begin(socket: Socket, response: ServerResponse, onEnd: (() => void) | undefined): void {
    const connection = this.#track(socket);
    connection.inProgress.add(response);
    this.#responsesInProgress++;
    if (this.#closed) endConnection(response);
    response.once('close', () => {
      connection.inProgress.delete(response);
      connection.idleSince = performance.now();
      this.#responsesInProgress--;
      onEnd?.();
    });
  }

  /** The responses in progress on a connection, in the order of their requests. */
  responsesOn(socket: Duplex): ServerResponse[] {
    return [...(this.#connections.get(socket)?.inProgress ?? [])];
  }
}

/** Makes a response say `Connection: close`, unless its headers are sent. */
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}
