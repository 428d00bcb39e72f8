import { handleRequest } from '../../core/api/handle-request.ts';
import { ogcSource } from '../../core/api/ogc/ogc-source.ts';
import { acceptedEncoding } from '../../core/http/file-headers.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { FileCache } from '../../core/storage/snapshot/file-cache.ts';
import { createFetchedStore } from '../../core/storage/snapshot/fetched-store.ts';
import { type EdgeSite, fileResponse } from './site-file.ts';
import { tagInGzip } from './tagged-file.ts';

/** An edge worker has 128 MB in total. Decoded files occupy about twice their size while they are in use. */
const cacheSizeInBytes = 24 * 1024 * 1024;
const timeoutInMilliseconds = 4000;
const manifestMaxAgeInMilliseconds = 5000;

/**
 * Creates the handler of all requests to a site, for runtimes with the Fetch API. These runtimes abort a read when the
 * request that started it ends, so each request has its own reader, and requests share only completely read files.
 */
export function createEdgeHandler(): (request: Request, site: EdgeSite) => Promise<Response> {
  const cache = new FileCache(cacheSizeInBytes);
  return async (request, site) => {
    const store = createFetchedStore({
      baseUrl: site.filesUrl,
      fetch: (url, init) => site.fetch(fileRequest(url, init)),
      timeoutInMilliseconds,
    });
    const reader = new DatasetReader(store, { cache, manifestMaxAgeInMilliseconds });
    const apiResponse = handleRequest(request, { reader, basePath: site.basePath, ogcSource });
    const response = await (apiResponse ?? fileResponse(request, site));
    return withKnownLength(site.compresses === true ? compressIfAccepted(request, response) : response);
  };
}

/** Not all of these runtimes support the `cache` and `credentials` options, so a header requests revalidation. */
function fileRequest(url: string, { cache, signal }: RequestInit): Request {
  const headers: Record<string, string> = cache === 'default' ? {} : { 'Cache-Control': 'no-cache' };
  return new Request(url, { headers, signal: signal ?? null });
}

/** Compressing a smaller response would not save a packet. */
const smallestBytes = 1400;
const compressible = /^(?:text\/|application\/|image\/svg)/;

/** Prevents the runtime from compressing the body again because of its Content-Encoding header. */
interface EncodedInit extends ResponseInit {
  readonly encodeBody: 'manual';
}

/**
 * Compresses the response with gzip if the client accepts it, for runtimes without a compressing proxy in front. The
 * bytes differ, so the entity tag must too: a tagged file gets another strong tag, any other response a weak one.
 */
function compressIfAccepted(request: Request, response: Response): Response {
  const { status } = response;
  const { headers } = response;
  if (!compressible.test(headers.get('Content-Type') ?? '') || headers.has('Content-Encoding')) return response;
  const newHeaders = new Headers(headers);
  newHeaders.append('Vary', 'Accept-Encoding');
  const length = headers.get('Content-Length');
  const isSmall = length !== null && Number(length) < smallestBytes;
  // These runtimes cannot compress with Brotli.
  const accepts = acceptedEncoding(request.headers.get('Accept-Encoding')?.replace(/\bbr\b/g, ''));
  if (status !== 200 || response.body === null || isSmall || accepts !== 'gzip' || request.headers.has('Range')) {
    return new Response(response.body, { status, headers: newHeaders });
  }
  newHeaders.set('Content-Encoding', 'gzip');
  newHeaders.delete('Content-Length');
  const tag = headers.get('ETag');
  if (tag?.startsWith('"')) newHeaders.set('ETag', headers.has('Accept-Ranges') ? tagInGzip(tag) : `W/${tag}`);
  const init: EncodedInit = { status, headers: newHeaders, encodeBody: 'manual' };
  return new Response(response.body.pipeThrough(new CompressionStream('gzip')), init);
}

/** A stream with a length that is known in advance. Not all runtimes have this class, and the others do not need it. */
declare const FixedLengthStream:
  (new (bytes: number) => TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>) | undefined;

/**
 * The response with its body in a stream of known length. The runtime would otherwise send the body in chunks, without
 * the Content-Length header.
 */
function withKnownLength(response: Response): Response {
  const length = response.headers.get('Content-Length');
  if (response.body === null || length === null || typeof FixedLengthStream === 'undefined') return response;
  return new Response(response.body.pipeThrough(new FixedLengthStream(Number(length))), response);
}
