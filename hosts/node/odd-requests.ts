import type { Server, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { problemAnswer } from '../../core/api/answers.ts';
import { problems, type Problem } from '../../core/api/problems.ts';

/** How long one may take to read why a request was refused, in milliseconds. */
const longestGoodbye = 5000;

/**
 * Answers what never reaches the handler, because the server's parser refuses it: in the contract's words too, and
 * then the connection ends.
 */
export function answerOddRequests(server: Server): void {
  const underWay = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => {
    const { socket } = request;
    underWay.set(socket, response);
    response.once('close', () => {
      if (underWay.get(socket) === response) underWay.delete(socket);
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = underWay.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
    } else if (response) {
      // What was asked for before is answered first: nothing may stand in the middle of it.
      response.once('close', () => socket.destroy());
    } else {
      endWithProblem(socket, problemOf(error));
    }
  });
  server.on('connect', (_request, socket) => {
    endWithProblem(socket, problems.methodNotAllowed('CONNECT'));
  });
  // An expectation that is not known is no reason to refuse a request for something there is.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function problemOf({ code, message }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problems.requestTooLarge();
  if (code === 'HPE_INVALID_METHOD') return problems.methodNotAllowed('unknown');
  return problems.malformedRequest(message);
}

function endWithProblem(socket: Duplex, problem: Problem): void {
  const { status, headers, body } = problemAnswer(problem);
  // Nobody else listens to a connection that was asked to become another, nor ends one whose other half stays open.
  socket.on('error', () => socket.destroy());
  setTimeout(() => socket.destroy(), longestGoodbye).unref();
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
  socket.end(body, () => socket.destroy());
}
