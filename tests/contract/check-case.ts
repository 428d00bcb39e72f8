import { type OutgoingHttpHeaders, request as startHttpRequest } from 'node:http';
import { request as startHttpsRequest } from 'node:https';

import { describedBy, type ContractCase, type Expected } from './contract-case.ts';
import { forEachConcurrently } from './hostile/send-bytes.ts';

/** A request as it is sent to a host. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response as it was received; header names in lower case. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The bytes of the body, where the host reports them. */
  readonly bytes?: Uint8Array;
}

/** A host under test. */
export interface HostUnderTest {
  /** The origin that requests come to, without a slash at its end. */
  readonly origin: string;
  readonly dataVersion: string;
  /**
   * Whether the host is a plain web server. It sends files with its own entity tags and without the data version. If a
   * host behind it adds a data version to a response, the version must be right.
   */
  readonly isPlain?: boolean;
  /** Whether the host sends the files that exist at static paths. */
  readonly sendsStaticFiles?: boolean;
  /**
   * Whether unknown proxies and caches may be in front of the host, which is then checked like a plain web server. They
   * may also compress responses and add headers, and responses may be cached for seconds.
   */
  readonly isDeployed?: boolean;
  readonly send: (request: SentRequest) => Promise<ReceivedResponse>;
}

/** The caching of what changes with an update, as a deployed host may set it: for at most 89 seconds. */
export const shortCaching = /no-cache|no-store|max-age=(?:\d|[1-8]\d)(?!\d)/;

/** Headers that hosts may add and the contract does not mention. */
const ignoredHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'vary']);
const ignoredFileHeaders = new Set(['accept-ranges', 'etag', 'last-modified', 'server']);

/**
 * Sends a case to a host and lists every difference between the response and the contract: status, each header, no
 * additional header, and every byte of the body. Empty when the host conforms.
 */
export async function differences(contractCase: ContractCase, host: HostUnderTest): Promise<string[]> {
  const { method = 'GET', path } = contractCase;
  const response = await host.send({ method, path, headers: await requestHeaders(contractCase, host) });
  const found: string[] = [];
  const compare = (what: string, actual: unknown, expectedValue: unknown): void => {
    if (actual !== expectedValue) found.push(`${what}: got ${quoted(actual)}, expected ${quoted(expectedValue)}`);
  };
  const expected = expectedResponse(contractCase, host);
  const documentText = expected.document && (await readDocument(expected.document, host));
  const body = documentText ?? expected.bytes ?? fillPlaceholders(expected.body ?? '', host);
  compare('status', response.status, expected.status);
  const expectedBody = method === 'HEAD' ? '' : body;
  if (typeof expectedBody === 'string') compare('body', response.body, expectedBody);
  // Without the bytes, only the text is compared, in which every invalid byte is a U+FFFD.
  else if (!response.bytes) compare('body', response.body, Buffer.from(expectedBody).toString('utf8'));
  else if (!Buffer.from(expectedBody).equals(response.bytes))
    found.push(`body: got ${response.bytes.length} bytes, expected ${expectedBody.length} bytes with other content`);
  const expectedHeaders = expectedHeadersFor(contractCase, expected, body, host);
  const isIgnored = (name: string): boolean =>
    ignoredHeaders.has(name) || (host.isPlain === true && ignoredFileHeaders.has(name));
  for (const [name, expectedValue] of expectedHeaders) {
    if (host.isPlain && name === 'x-data-version' && response.headers[name] === undefined) continue;
    // A file server may repeat the Link header of the file in its 304.
    if (host.isPlain && name === 'link' && expected.status === 304 && isLinkOfFile(contractCase, response)) continue;
    const actual = response.headers[name];
    if (expectedValue instanceof RegExp) {
      if (actual === undefined || !expectedValue.test(actual))
        found.push(`${name}: got ${quoted(actual)}, expected ${describeExpected(expectedValue)}`);
    } else compare(name, actual, expectedValue ?? undefined);
  }
  for (const name of Object.keys(response.headers)) {
    if (!host.isDeployed && !expectedHeaders.has(name) && !isIgnored(name))
      found.push(`${name}: not expected, got ${quoted(response.headers[name])}`);
  }
  return found;
}

/**
 * Sends a query to a host that only serves files, and lists what is wrong with the response, which must be an error: a
 * complete file would be the response to another request.
 */
export async function refusalDifferences({ path }: ContractCase, host: HostUnderTest): Promise<string[]> {
  const { status, headers, body } = await host.send({ method: 'GET', path, headers: {} });
  const found: string[] = [];
  if (status !== 400 && status !== 404) found.push(`status: got ${status}, expected 400 or 404`);
  if (!body.includes('"ErrorNumber":')) found.push(`body: got ${quoted(body)}, expected an error of the API`);
  for (const [name, value] of [
    ['content-type', 'application/json; charset=UTF-8'],
    ['access-control-allow-origin', '*'],
  ] as const) {
    if (headers[name] !== value) found.push(`${name}: got ${quoted(headers[name])}, expected ${quoted(value)}`);
  }
  return found;
}

/** Adds the base path of the site to a Link header. `path` is the path of the request, under the base path. */
function linkUnderBasePath(relation: string, path: string): string {
  return relation.replace('</', `<${path.replace(/(?:webapi|feeds\/).*$/, '')}`);
}

/** Whether the Link header is that of a file: it links only to the data dictionary, and not to other pages. */
function isLinkOfFile({ path }: ContractCase, { headers }: ReceivedResponse): boolean {
  return headers['link'] === linkUnderBasePath(describedBy, path);
}

/** Reads the file under `data/` that the manifest names for a document. */
async function readDocument(
  { manifestPath, name }: Required<Expected>['document'],
  host: HostUnderTest,
): Promise<string> {
  const manifest = await host.send({ method: 'GET', path: manifestPath, headers: {} });
  const { content } = JSON.parse(manifest.body) as { content: { documents: Record<string, { hash: string }> } };
  const path = manifestPath.replace('manifest', content.documents[name]?.hash ?? 'none');
  return (await host.send({ method: 'GET', path, headers: {} })).body;
}

/** One fault may cause thousands of differences. */
const listedCases = 50;

/**
 * Checks every case, several at a time. Throws an error that lists each case that fails, by its name, with what `check`
 * found or threw.
 */
export async function checkEach(
  cases: readonly ContractCase[],
  check: (contractCase: ContractCase) => Promise<readonly string[]>,
): Promise<void> {
  if (cases.length === 0) throw new Error('there are no cases to check');
  const failed: string[] = [];
  await forEachConcurrently(cases, 16, async (each) => {
    const found = await check(each).catch((error: unknown) => [String(error)]);
    if (found.length > 0) failed.push([each.name, ...found].join('\n    '));
  });
  if (failed.length === 0) return;
  const rest = failed.length > listedCases ? [`and ${failed.length - listedCases} more`] : [];
  const listed = [...failed.slice(0, listedCases), ...rest];
  throw new Error(`${failed.length} of ${cases.length} cases differ:\n  ${listed.join('\n  ')}`);
}

async function requestHeaders(
  contractCase: ContractCase,
  host: HostUnderTest,
): Promise<Readonly<Record<string, string>>> {
  if (!contractCase.ifNoneMatch) return contractCase.requestHeaders ?? {};
  const tagged = await host.send({ method: 'GET', path: contractCase.tagPath ?? contractCase.path, headers: {} });
  return { 'If-None-Match': contractCase.ifNoneMatch(tagged.headers['etag'] ?? 'no entity tag') };
}

function expectedResponse({ expected, expectedAsFile }: ContractCase, host: HostUnderTest): Expected {
  return (host.sendsStaticFiles === true ? expectedAsFile : undefined) ?? expected;
}

/** Every header that a response of this status must have; null for those that it must not have. */
function expectedHeadersFor(
  contractCase: ContractCase,
  expected: Expected,
  body: string | Uint8Array,
  host: HostUnderTest,
): Map<string, string | RegExp | null> {
  const { status, headers = {} } = expected;
  const all = new Map<string, string | RegExp | null>([
    ['access-control-allow-origin', '*'],
    ['access-control-expose-headers', 'Link, ETag, X-Data-Version'],
    ['x-content-type-options', 'nosniff'],
  ]);
  const isSuccess = status === 200 || status === 304;
  if (status !== 204) all.set('x-data-version', host.dataVersion);
  if (status !== 204) all.set('cache-control', isSuccess ? 'no-cache' : 'no-store');
  if (isSuccess)
    all.set('etag', host.isPlain ? /^(?:W\/)?"[^"]+"$/ : new RegExp(`^W/"${host.dataVersion}-1-[0-9a-f]{16}"$`));
  all.set('link', status === 200 ? linkUnderBasePath(describedBy, contractCase.path) : null);
  if (status !== 204 && status !== 304) {
    all.set('content-type', 'application/json; charset=UTF-8');
    const { length } = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    if (contractCase.method !== 'HEAD' || expected.body !== null || expected.bytes || expected.document)
      all.set('content-length', String(length));
  }
  for (const [name, value] of Object.entries(headers)) {
    all.set(name.toLowerCase(), value === null ? null : fillPlaceholders(value, host));
  }
  if (host.isDeployed) {
    all.delete('content-length');
    if (all.has('cache-control')) all.set('cache-control', shortCaching);
  }
  return all;
}

function fillPlaceholders(text: string, host: HostUnderTest): string {
  return text.replaceAll('{origin}', host.origin).replaceAll('{dataVersion}', host.dataVersion);
}

/** An expected value of a header as messages show it. */
export function describeExpected(expected: string | RegExp): string {
  if (typeof expected === 'string') return quoted(expected);
  return expected === shortCaching ? '"no-cache"' : expected.source;
}

/** A value as messages show it, shortened. */
export function quoted(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}

/** Sends a request over a socket with its path exactly as written and without Accept-Encoding. */
export function sendOverHttp(
  address: URL,
  { method, path, headers }: Omit<SentRequest, 'headers'> & { readonly headers: OutgoingHttpHeaders },
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const options = { hostname: address.hostname, port: address.port, method, path, headers };
    const startRequest = address.protocol === 'https:' ? startHttpsRequest : startHttpRequest;
    // A proxy under test has a certificate that nobody has signed.
    const request = startRequest({ ...options, rejectUnauthorized: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(received) as Record<string, string>,
          body: bytes.toString('utf8'),
          bytes,
        });
      });
    });
    request.on('error', reject);
    request.end();
  });
}

/** The host at an address. A plain web server sends the files of a static site itself: see `HostUnderTest`. */
export function hostAt(address: URL, dataVersion: string, isPlain = false): HostUnderTest {
  return {
    origin: address.origin,
    dataVersion,
    isPlain,
    sendsStaticFiles: isPlain,
    send: (request) => sendOverHttp(address, request),
  };
}
