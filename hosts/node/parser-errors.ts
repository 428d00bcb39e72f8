import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { problemResponse } from '../../core/api/responses.ts';
import { problems, type Problem } from '../../core/api/problems.ts';
import type { Connections } from './connections.ts';
import type { RequestObserver } from './observability/request-observer.ts';

/** How long a client may take to read why its request was refused. */
const refusalTimeoutInMilliseconds = 5000;

/**
 * Answers requests that the server's parser refuses with the errors of the API, and closes their connections. Also handles
 * CONNECT, Upgrade and Expect, which do not reach the request handler by default.
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
    const problem = problemOf(error);
    observer?.requestRefused(problem.status, error.code ?? error.message, socket as Socket);
    const response = connections.responsesOn(socket).at(-1);
    if (!response) {
      endWithProblem(socket, problem);
      return;
    }
    // Earlier requests are answered first, so that the refusal is not sent in the middle of a response. The client may
    // already have that response, and wait for this one.
    response.once('close', () => {
      if (socket.writable) endWithProblem(socket, problem);
      else socket.destroy();
    });
  });
  server.on('connect', (_request, socket) => {
    refused.add(socket);
    const problem = problems.methodNotAllowed('CONNECT');
    observer?.requestRefused(problem.status, 'CONNECT', socket as Socket);
    whenAnswered(connections, socket, () => {
      if (!socket.destroyed) endWithProblem(socket, problem);
    });
  });
  // Without a listener Node answers the request, but drops what the client sent after it.
  server.on('upgrade', (request, socket, rest) => {
    const head = headWithoutUpgrade(request);
    whenAnswered(connections, socket, () => {
      if (socket.destroyed) return;
      socket.unshift(Buffer.concat([head, rest]));
      server.emit('connection', socket);
    });
  });
  // An unknown expectation is ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * Calls back when all responses in progress on a connection have ended. Node no longer manages the connection, so this does
 * what Node would do for those responses.
 */
function whenAnswered(connections: Connections, socket: Duplex, callBack: () => void): void {
  const last = connections.responsesOn(socket).at(-1);
  if (!last) {
    callBack();
    return;
  }
  const destroy = (): void => {
    socket.destroy();
  };
  const resumeResponse = (): void => {
    for (const response of connections.responsesOn(socket)) if (response.socket === socket) response.emit('drain');
  };
  socket.on('error', destroy).on('timeout', destroy).on('drain', resumeResponse);
  last.once('close', () => {
    socket.off('error', destroy).off('timeout', destroy).off('drain', resumeResponse);
    callBack();
  });
}

/** The head of a request as it was received, except that it does not ask for another protocol. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method ?? ''} ${url ?? ''} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    let value = rawHeaders[index + 1] ?? '';
    if (/^upgrade$/i.test(name)) continue;
    if (/^connection$/i.test(name)) {
      const options = value.split(',').filter((option) => !/^\s*upgrade\s*$/i.test(option));
      value = options.length > 0 ? options.join(',') : 'keep-alive';
    }
    lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function problemOf({ code, message }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problems.requestTooLarge();
  if (code === 'HPE_INVALID_METHOD') return problems.methodNotAllowed('unknown');
  return problems.malformedRequest(message);
}

/**
 * Closes this half of the connection and leaves the other to the client: a connection that is closed with unread bytes is
 * reset, and the refusal may be lost.
 */
function endWithProblem(socket: Duplex, problem: Problem): void {
  const { status, headers, body } = problemResponse(problem);
  // Node handles neither errors of a connection with an upgrade request, nor one whose other half stays open.
  socket.on('error', () => socket.destroy());
  setTimeout(() => socket.destroy(), refusalTimeoutInMilliseconds).unref();
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
  socket.end(body);
  socket.resume();
}
