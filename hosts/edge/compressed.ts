import { acceptedEncoding } from '../../core/site/accepted-encoding.ts';
import { tagInGzip } from './tagged-file.ts';

/** Below this a compressed answer saves no packet. */
const smallestBytes = 1400;
const compressible = /^(?:text\/|application\/|image\/svg)/;

/** Known to runtimes that would else compress by themselves what is called compressed. */
interface EncodedInit extends ResponseInit {
  readonly encodeBody: 'manual';
}

/**
 * The answer compressed with gzip for a client that takes it, for runtimes with nothing before them that compresses.
 * The bytes differ, so the tag does too: a strong one of its own for a tagged file, otherwise a weak one.
 */
export function compressed(request: Request, response: Response): Response {
  const { status } = response;
  const { headers } = response;
  if (!compressible.test(headers.get('Content-Type') ?? '') || headers.has('Content-Encoding')) return response;
  const changed = new Headers(headers);
  changed.append('Vary', 'Accept-Encoding');
  const length = headers.get('Content-Length');
  const isSmall = length !== null && Number(length) < smallestBytes;
  // The best that is accepted may be one that these runtimes cannot make.
  const accepts = acceptedEncoding(request.headers.get('Accept-Encoding')?.replace(/\bbr\b/g, ''));
  if (status !== 200 || response.body === null || isSmall || accepts !== 'gzip' || request.headers.has('Range')) {
    return new Response(response.body, { status, headers: changed });
  }
  changed.set('Content-Encoding', 'gzip');
  changed.delete('Content-Length');
  const tag = headers.get('ETag');
  if (tag?.startsWith('"')) changed.set('ETag', headers.has('Accept-Ranges') ? tagInGzip(tag) : `W/${tag}`);
  const init: EncodedInit = { status, headers: changed, encodeBody: 'manual' };
  return new Response(response.body.pipeThrough(new CompressionStream('gzip')), init);
}
