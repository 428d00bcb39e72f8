import { handleRequest } from '../../../core/api/handle-request.ts';
import type { ResponseCache } from '../../../core/api/response-cache.ts';
import type { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';

const centre = 'latitude=-31.9&longitude=115.7';

export interface FaultRequest {
  /** After `webapi/v1/`. */
  readonly path: string;
  /** Whether the response starts before all of its data is read, so that a late fault can only abort it. */
  readonly isStreamed: boolean;
}

/** Requests that together read every kind of file. Faults are injected into their reads. */
export const faultRequests: readonly FaultRequest[] = [
  { path: 'RawData', isStreamed: true },
  { path: 'RawData?sortOrder=asc', isStreamed: true },
  { path: 'CoastalFeatures', isStreamed: true },
  { path: 'CoastalFeatures?sortOrder=asc', isStreamed: true },
  { path: 'RawData?pageNumber=3&pageSize=100', isStreamed: false },
  { path: 'RawData?pageNumber=3&pageSize=100&sortOrder=asc', isStreamed: false },
  { path: 'CoastalFeatures?pageNumber=1&pageSize=1000', isStreamed: false },
  { path: 'RawData?pageNumber=99', isStreamed: false },
  { path: 'RawData/46307', isStreamed: false },
  { path: 'RawData/46308', isStreamed: false },
  { path: 'CoastalFeatures/1', isStreamed: false },
  { path: `RawData?${centre}&rangeInM=50000`, isStreamed: false },
  { path: `CoastalFeatures?${centre}&rangeInM=50000&pageNumber=2&sortOrder=asc`, isStreamed: false },
  { path: `RawData?${centre}&searchStyle=Nearest`, isStreamed: false },
  { path: 'CoastalFeatures?latitude=60&longitude=0&searchStyle=Nearest&rangeInM=1', isStreamed: false },
  { path: '../../feeds/places/29.atom', isStreamed: false },
];

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SendOptions {
  readonly ifNoneMatch?: string;
  readonly cache?: ResponseCache;
}

/** Returns the response, or 'aborted' if its body cannot be read to the end. */
export async function sendTo(
  reader: DatasetReader,
  path: string,
  { ifNoneMatch, cache }: SendOptions = {},
): Promise<Received | 'aborted'> {
  const headers: Record<string, string> = ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch };
  const request = new Request(`https://data.example.org/webapi/v1/${path}`, { headers });
  const response = await handleRequest(request, { reader, basePath: '/', ...(cache && { cache }) });
  if (!response) throw new Error(`${path} is not a path of the API`);
  return readResponse(response);
}

export async function readResponse(response: Response): Promise<Received | 'aborted'> {
  try {
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  } catch {
    return 'aborted';
  }
}

const unavailable =
  /^\{"DeveloperMessage":"The stored data could not be read: .+\.","ClientMessage":".+","StackTrace":null,"ErrorNumber":"0","ErrorLink":null\}$/;

/** Whether a response is exactly the 503 of the contract. */
export function isConforming503({ status, headers, body }: Received): boolean {
  return (
    status === 503 &&
    headers['retry-after'] === '5' &&
    headers['content-type'] === 'application/json; charset=UTF-8' &&
    headers['cache-control'] === 'no-store' &&
    headers['access-control-allow-origin'] === '*' &&
    headers['etag'] === undefined &&
    headers['x-data-version'] === undefined &&
    headers['content-length'] === String(new TextEncoder().encode(body).length) &&
    unavailable.test(body)
  );
}
