import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { problems, type Problem } from '../../core/api/problems.ts';
import { problemResponse } from '../../core/api/responses.ts';
import type { RequestObserver } from './observability/request-observer.ts';

interface Connection {
  /** In the order of their requests, each with a function to call when the response has ended. */
  readonly inProgress: Map<ServerResponse, () => void>;
  /** When its last response ended or, before that, when it was opened, by `performance.now()`. */
  idleSince: number;
}

/** After this time, all connections are closed, even those in use: some supervisors kill a process after 10 s. */
const gracePeriodInMilliseconds = 9_500;
/**
 * How long a connection may wait for its next request during shutdown. A request can be in transit when shutdown
 * begins. It should get a response with `Connection: close`, not a connection reset.
 */
const idleGraceInMilliseconds = 300;
const sweepIntervalInMilliseconds = 50;
/** A client that does not close its half of a connection within this time is disconnected. */
const halfOpenGraceInMilliseconds = 1000;

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
   * Refuses new connections, lets the responses in progress finish, and closes every connection when it is idle.
   * Resolves when all connections are closed, within 10 s.
   */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  destroy(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  async #close(): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      // Node's own `Server.close` closes idle connections immediately, which loses requests in transit.
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
    const connection = { inProgress: new Map<ServerResponse, () => void>(), idleSince: performance.now() };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#connections.delete(socket);
      // Node closes only the response that is being sent.
      for (const end of connection.inProgress.values()) end();
    });
    return connection;
  }

  /** Calls `onEnd` when a response is closed. Must be called before its headers are sent. */
  begin(socket: Socket, response: ServerResponse, onEnd: (() => void) | undefined): void {
    const connection = this.#track(socket);
    const end = (): void => {
      if (!connection.inProgress.delete(response)) return;
      connection.idleSince = performance.now();
      this.#responsesInProgress--;
      onEnd?.();
    };
    connection.inProgress.set(response, end);
    this.#responsesInProgress++;
    if (this.#closed) endConnection(response);
    response.on('close', end);
  }

  /** The responses in progress on a connection, in the order of their requests. */
  responsesOn(socket: Duplex): ServerResponse[] {
    return [...(this.#connections.get(socket)?.inProgress.keys() ?? [])];
  }
}

/** Makes a response send `Connection: close`, unless its headers are sent already. */
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}

/** How long a client may take to read the refusal of its request. */
const refusalTimeoutInMilliseconds = 5000;

/**
 * Responds to requests that the server's parser refuses with the errors of the API, and closes their connections. Also
 * handles CONNECT and Expect, which do not reach the request handler by default.
 */
export function handleParserErrors(
  server: Server,
  connections: Connections,
  observer: RequestObserver | undefined,
): void {
  /** Connections with a refused request. Further data on them is discarded. */
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isReset = error.code === 'ECONNRESET';
    if (refused.has(socket) && !isReset) return;
    if (isReset || !socket.writable) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    const problem = toProblem(error);
    observer?.requestRefused(problem.status, error.code ?? error.message, socket as Socket);
    const response = connections.responsesOn(socket).at(-1);
    if (!response) {
      endWithProblem(socket, problem);
      return;
    }
    // Earlier requests get their responses first, so that the refusal is not sent in the middle of one. A client that
    // has received all of them may still be waiting for the refusal.
    response.once('close', () => {
      if (socket.writable) endWithProblem(socket, problem);
      else socket.destroy();
    });
  });
  server.on('connect', (_request, socket) => {
    refused.add(socket);
    const problem = problems.methodNotAllowed('CONNECT');
    observer?.requestRefused(problem.status, 'CONNECT', socket as Socket);
    // In the middle of an earlier response, the refusal would be mistaken for a part of it.
    if (connections.responsesOn(socket).length > 0) socket.destroy();
    else endWithProblem(socket, problem);
  });
  // Unknown expectations are ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function toProblem({ code, message }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problems.requestTooLarge();
  if (code === 'HPE_INVALID_METHOD') return problems.methodNotAllowed('unknown');
  return problems.malformedRequest(message);
}

/**
 * Sends the refusal and closes this half of the connection, but leaves the other half to the client: a connection that
 * is closed with unread bytes is reset, and the refusal may be lost.
 */
function endWithProblem(socket: Duplex, problem: Problem): void {
  const { status, headers, body } = problemResponse(problem);
  // Node neither handles errors of a connection with an upgrade request, nor closes one whose other half remains open.
  socket.on('error', () => socket.destroy());
  setTimeout(() => socket.destroy(), refusalTimeoutInMilliseconds).unref();
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
  socket.end(body);
  socket.resume();
}
