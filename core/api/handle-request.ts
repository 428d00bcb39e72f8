import { answerRequest, type ApiContext } from './answer-request.ts';
import type { ApiBody } from './api-message.ts';

/**
 * The web-standard handler: a Response to a Request of the interface, or undefined, at once, for "not mine". The
 * promise never rejects.
 */
export function handleRequest(request: Request, context: ApiContext): Promise<Response> | undefined {
  const { method, url, headers } = request;
  const answer = answerRequest({ method, url, ifNoneMatch: headers.get('If-None-Match') }, context);
  return answer?.then(({ status, headers, body }) => new Response(toResponseBody(body), { status, headers }));
}

function toResponseBody(body: ApiBody): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null {
  if (body === null || body instanceof Uint8Array) return body;
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
