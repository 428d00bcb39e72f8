import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { problemAnswer } from '../../core/api/answers.ts';
import { problems, type Problem } from '../../core/api/problems.ts';
import type { Connections } from './connections.ts';
import type { RequestObserver } from './observability/request-observer.ts';

/** How long one may take to read why a request was refused, in milliseconds. */
const longestGoodbye = 5000;

/**
 * Answers what never reaches the handler, because the server's parser refuses it: in the contract's words too, and
 * then the connection ends.
 */
export function answerOddRequests(
  server: Server,
  connections: Connections,
  observer: RequestObserver | undefined,
): void {
  /** Connections that have their refusal. What else comes on them is read and left out. */
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
    // What was asked for before is answered first: nothing may stand in the middle of it. To the other side that answer
    // may be complete already, and this a request that it now waits for.
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
  // An expectation that is not known is no reason to refuse a request for something there is.
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
 * Ends this half of the connection, and lets the other end the other: a connection closed with bytes in it that nobody has
 * read is reset, and the refusal may be lost with it.
 */
function endWithProblem(socket: Duplex, problem: Problem): void {
  const { status, headers, body } = problemAnswer(problem);
  // Nobody else listens to a connection that was asked to become another, nor ends one whose other half stays open.
  socket.on('error', () => socket.destroy());
  setTimeout(() => socket.destroy(), longestGoodbye).unref();
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
  socket.end(body);
  socket.resume();
}
