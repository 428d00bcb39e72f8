import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface ResponseInProgress {
  readonly start: () => void;
  readonly end: () => void;
}

/** The state of one connection. */
interface Connection {
  /** In the order of their requests. Only the first one is being made: the others wait for it. */
  readonly inProgress: Map<ServerResponse, ResponseInProgress>;
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
/** A connection with so many requests that wait for their turn is not read until there are fewer. */
const mostPipelinedRequests = 100;
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

  /** Those of pipelined requests that wait for their turn are not counted. */
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
    for (const { inProgress } of this.#connections.values()) {
      for (const response of inProgress.keys()) endConnection(response);
    }
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
    const connection = { inProgress: new Map<ServerResponse, ResponseInProgress>(), idleSince: performance.now() };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#connections.delete(socket);
      // Node closes only the response that is being sent.
      for (const { end } of connection.inProgress.values()) end();
    });
    return connection;
  }

  /**
   * Calls `start` when all earlier responses on the connection are closed, and `onEnd` when this one is. Without this order,
   * a client that pipelines requests and reads nothing has a compressor and a buffer for each of them. Must be called
   * before the headers are sent.
   */
  begin(socket: Socket, response: ServerResponse, start: () => void, onEnd: (() => void) | undefined): void {
    const connection = this.#track(socket);
    const { inProgress } = connection;
    let isStarted = false;
    inProgress.set(response, {
      start: () => {
        isStarted = true;
        this.#responsesInProgress++;
        start();
      },
      end: () => {
        if (!inProgress.delete(response)) return;
        connection.idleSince = performance.now();
        if (isStarted) this.#responsesInProgress--;
        onEnd?.();
        if (socket.destroyed || !isStarted) return;
        if (inProgress.size < mostPipelinedRequests && socket.isPaused()) socket.resume();
        const [next] = inProgress.values();
        next?.start();
      },
    });
    if (this.#closed) endConnection(response);
    response.once('close', () => inProgress.get(response)?.end());
    if (inProgress.size === 1) inProgress.get(response)?.start();
    else if (inProgress.size === mostPipelinedRequests) socket.pause();
  }

  /** The responses in progress on a connection, in the order of their requests. */
  responsesOn(socket: Duplex): ServerResponse[] {
    return [...(this.#connections.get(socket)?.inProgress.keys() ?? [])];
  }
}

/** Makes a response say `Connection: close`, unless its headers are sent. */
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}
