import type { Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { problemAnswer } from '../../core/api/answers.ts';
import { problems, type Problem } from '../../core/api/problems.ts';

/**
 * Answers what never reaches the handler, because the server's parser refuses it: in the contract's words too, and
 * then the connection ends.
 */
export function answerOddRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else endWithProblem(socket, problemOf(error));
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
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
  socket.end(body);
}
