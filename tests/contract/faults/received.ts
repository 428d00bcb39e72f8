import { handleRequest } from '../../../core/api/handle-request.ts';
import type { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer; 'broken off' when its body could not be read to the end. `onHead` is told when it has begun. */
export async function sendTo(
  reader: DatasetReader,
  path: string,
  onHead: () => void = () => undefined,
): Promise<Received | 'broken off'> {
  const request = new Request(`https://data.example.org/webapi/v1/${path}`);
  const response = await handleRequest(request, { reader, basePath: '/' });
  if (!response) throw new Error(`${path} is not taken for a path of the interface`);
  onHead();
  return readAnswer(response);
}

export async function readAnswer(response: Response): Promise<Received | 'broken off'> {
  try {
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  } catch {
    return 'broken off';
  }
}

const unavailable =
  /^\{"DeveloperMessage":"The stored data could not be read: .+\.","ClientMessage":".+","StackTrace":null,"ErrorNumber":"0","ErrorLink":null\}$/;

/** Whether an answer is the 503 of the contract, and nothing but it. */
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
