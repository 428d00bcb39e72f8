import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { problems, type Problem } from '../../core/api/problems.ts';
import { problemResponse } from '../../core/api/responses.ts';
import type { RequestObserver } from './observability/request-observer.ts';

/** After this time, all connections are closed, even those in use: some supervisors kill a process after 10 s. */
const gracePeriodInMilliseconds = 9_500;
/**
 * How often idle connections are closed during shutdown. A request can be in transit when shutdown begins. It should get
 * a response with `Connection: close`, not a connection reset.
 */
const sweepIntervalInMilliseconds = 300;

export class Connections {
  readonly #server: Server;
  /**
   * The responses in progress on each connection, in the order of their requests, each with a function to call when the
   * response has ended.
   */
  readonly #connections = new Map<Duplex, Map<ServerResponse, () => void>>();
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
    for (const inProgress of this.#connections.values()) {
      for (const response of inProgress.keys()) endConnection(response);
    }
    const sweep = setInterval(() => {
      for (const [socket, inProgress] of this.#connections) if (inProgress.size === 0) socket.destroy();
    }, sweepIntervalInMilliseconds);
    const deadline = setTimeout(() => {
      this.destroy();
    }, gracePeriodInMilliseconds);
    await stopped;
    clearInterval(sweep);
    clearTimeout(deadline);
  }

  #track(socket: Duplex): Map<ServerResponse, () => void> {
    const known = this.#connections.get(socket);
    if (known) return known;
    const inProgress = new Map<ServerResponse, () => void>();
    this.#connections.set(socket, inProgress);
    socket.once('close', () => {
      this.#connections.delete(socket);
      // Node closes only the response that is being sent.
      for (const end of inProgress.values()) end();
    });
    return inProgress;
  }

  /** Calls `onEnd` when a response is closed. Must be called before its headers are sent. */
  begin(socket: Socket, response: ServerResponse, onEnd: (() => void) | undefined): void {
    const inProgress = this.#track(socket);
    const end = (): void => {
      if (!inProgress.delete(response)) return;
      this.#responsesInProgress--;
      onEnd?.();
    };
    inProgress.set(response, end);
    this.#responsesInProgress++;
    if (this.#closed) endConnection(response);
    response.on('close', end);
  }

  /** The responses in progress on a connection, in the order of their requests. */
  responsesOn(socket: Duplex): ServerResponse[] {
    return [...(this.#connections.get(socket)?.keys() ?? [])];
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
