import { matchingEntityTag, namesAnyEntity } from '../../core/api/responses.ts';
import { acceptedEncoding, type ByteRange, byteRangeOf, contentHashInName } from '../../core/http/file-headers.ts';
import { contentHash } from '../../core/storage/format/file-reference.ts';
import { checksumsPath, exportsRoot } from '../../core/storage/format/layout.ts';

/** Reads a file from the store, or the part of it that a Range header requests. */
export type FetchFile = (path: string, method: 'GET' | 'HEAD', range?: string) => Promise<Response>;

/** Files up to this size without a tag, such as the manifest, are read completely, and their hash becomes the tag. */
const maximumBytesToHash = 1024 * 1024;

/** Whether a file at this path has a strong entity tag and supports range requests. */
export function isTagged(path: string): boolean {
  return /^(?:data|downloads)\//.test(path);
}

/** The entity tag of the gzipped file, whose bytes differ. Ranges of the gzipped file are never sent. */
export function tagInGzip(tag: string): string {
  return tag.replace(/"$/, '-gzip"');
}

/**
 * Responds with a file under `data/` or `downloads/`, or with the requested range of it, and a strong entity tag. Many
 * stores set no such tags, and some do not support ranges, so both are implemented here. Statuses other than 200, 206,
 * 304 and 416 come from the store.
 */
export async function taggedFile(request: Request, path: string, fetchFile: FetchFile): Promise<Response> {
  const { headers } = request;
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const rangeFor = (tag: string): string | undefined => {
    const condition = headers.get('If-Range');
    // The tag must be identical, without the suffix of a compressed copy: see `matchingEntityTag`.
    const applies = method === 'GET' && (condition === null || condition === tag);
    return applies ? (headers.get('Range') ?? undefined) : undefined;
  };
  const hashedPath = await findHashedPath(path, fetchFile);
  const hash = contentHashInName(hashedPath);
  if (hash === undefined) {
    const wholeFile = await fetchFile(hashedPath, 'GET');
    if (!isPlain(wholeFile)) return wholeFile;
    const { response, tag } = await withTag(wholeFile);
    return tag === undefined ? response : respond(headers, tag, response, rangeFor(tag));
  }
  const tag = `"${hash}"`;
  const range = rangeFor(tag);
  const storeResponse = await fetchFile(hashedPath, method, range);
  if (isPlain(storeResponse) && (storeResponse.status === 200 || isPart(storeResponse, range)))
    return respond(headers, tag, storeResponse, range);
  if (range === undefined) return storeResponse;
  // The store has rejected the range or interpreted it differently.
  await storeResponse.body?.cancel();
  const wholeFile = await fetchFile(hashedPath, 'GET');
  return isPlain(wholeFile) ? respond(headers, tag, wholeFile, range) : wholeFile;
}

/** Creates the response from the store's response, which contains either the complete file or the requested part. */
async function respond(conditions: Headers, tag: string, storeResponse: Response, range?: string): Promise<Response> {
  const { body } = storeResponse;
  const headers = new Headers(storeResponse.headers);
  headers.set('ETag', tag);
  headers.set('Accept-Ranges', 'bytes');
  const matchingTag = tagForNotModified(conditions, tag);
  if (matchingTag !== undefined) {
    await body?.cancel();
    headers.set('ETag', matchingTag);
    for (const name of ['Content-Length', 'Content-Range']) headers.delete(name);
    return new Response(null, { status: 304, headers });
  }
  const length = headers.get('Content-Length');
  const part = storeResponse.status === 206 || length === null ? undefined : byteRangeOf(range, Number(length));
  if (part === 'unsatisfiable') {
    await body?.cancel();
    headers.set('Content-Range', `bytes */${length ?? ''}`);
    headers.delete('Content-Length');
    return new Response(null, { status: 416, headers });
  }
  if (part === undefined) return new Response(body, { status: storeResponse.status, headers });
  headers.set('Content-Range', `bytes ${part.first}-${part.last}/${length ?? ''}`);
  headers.set('Content-Length', String(part.last - part.first + 1));
  return new Response(body && slicePart(body, part), { status: 206, headers });
}

/** The tag for a 304; undefined if the client does not have the file. */
function tagForNotModified(conditions: Headers, tag: string): string | undefined {
  const ifNoneMatch = conditions.get('If-None-Match');
  if (ifNoneMatch === null) return undefined;
  const matching = namesAnyEntity(ifNoneMatch) ? tag : matchingEntityTag(ifNoneMatch, tag);
  // A tag with a suffix is that of a compressed copy. A browser that now requests a part must not get a 304 for it, and
  // neither must a cache on behalf of a client that does not accept compression.
  const acceptsCopy = acceptedEncoding(conditions.get('Accept-Encoding') ?? undefined) !== undefined;
  return matching === tag || (acceptsCopy && !conditions.has('Range')) ? matching : undefined;
}

/** Whether a response of the store is the unencoded file, or a part of it. */
function isPlain({ status, headers }: Response): boolean {
  return (status === 200 || status === 206) && !headers.has('Content-Encoding');
}

function isPart({ status, headers }: Response, range: string | undefined): boolean {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('Content-Range') ?? '') ?? [];
  const part = byteRangeOf(range, Number(size));
  return status === 206 && typeof part === 'object' && part.first === Number(first) && part.last === Number(last);
}

/**
 * The path of a file, or for a download that is requested by its plain name, the path with the hash in its name. The
 * list of checksums can be older or newer than the file with the plain name, but a file with a hash in its name never
 * changes, so its tag is always right.
 */
async function findHashedPath(path: string, fetchFile: FetchFile): Promise<string> {
  const [, name, extension] = /^downloads\/([A-Za-z-]+)\.([a-z]+)$/.exec(path) ?? [];
  if (name === undefined || extension === undefined || path === checksumsPath) return path;
  const list = await fetchFile(checksumsPath, 'GET');
  const text = await list.text();
  const line = new RegExp(`^[0-9a-f]{64}  (${name}\\.[0-9a-f]{16}\\.${extension})$`, 'm');
  const hashed = list.status === 200 ? line.exec(text)?.[1] : undefined;
  return hashed === undefined ? path : `${exportsRoot}/${hashed}`;
}

/**
 * The tag is that of the store if it is strong, otherwise the hash of the file. It is undefined for a large file
 * without a strong tag.
 */
async function withTag(wholeFile: Response): Promise<{ response: Response; tag: string | undefined }> {
  const { headers } = wholeFile;
  const storeTag = headers.get('ETag');
  if (storeTag?.startsWith('"') === true) return { response: wholeFile, tag: storeTag };
  const length = headers.get('Content-Length');
  if (length === null || Number(length) > maximumBytesToHash) return { response: wholeFile, tag: undefined };
  const bytes = new Uint8Array(await wholeFile.arrayBuffer());
  return { response: new Response(bytes, { status: 200, headers }), tag: `"${await contentHash(bytes)}"` };
}

function slicePart(body: ReadableStream<Uint8Array>, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let position = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const wanted = chunk.subarray(Math.max(0, first - position), Math.max(0, last + 1 - position));
        if (wanted.length > 0) controller.enqueue(wanted);
        position += chunk.length;
        if (position > last) controller.terminate();
      },
    }),
  );
}
