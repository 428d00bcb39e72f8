/** A stream of which a runtime knows the length beforehand; only some runtimes have it, and need it. */
declare const FixedLengthStream:
  (new (bytes: number) => TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>) | undefined;

/**
 * The answer with its body in a stream of known length, where the runtime would otherwise send a stream in chunks and
 * drop the header that tells how long it is.
 */
export function withKnownLength(response: Response): Response {
  const length = response.headers.get('Content-Length');
  if (response.body === null || length === null || typeof FixedLengthStream === 'undefined') return response;
  return new Response(response.body.pipeThrough(new FixedLengthStream(Number(length))), response);
}
