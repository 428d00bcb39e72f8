import type { Surroundings } from '../surroundings.ts';
import { FakeCaches } from './fake-caches.ts';

export const siteUrl = 'https://data.example/coast/';

/** A host under test: files by path, and what was asked of it. Without a network every request fails. */
export class FakeSite implements Surroundings {
  readonly siteUrl = siteUrl;
  readonly caches = new FakeCaches();
  readonly patienceInMilliseconds = 20;
  readonly files = new Map<string, Uint8Array<ArrayBuffer> | string>();
  readonly asked: string[] = [];
  network: 'there' | 'gone' | 'silent' = 'there';
  /** Answers in place of the files. */
  override: ((path: string) => Response | undefined) | undefined;

  readonly fetch = async (request: Request): Promise<Response> => {
    const path = request.url.slice(siteUrl.length);
    this.asked.push(path);
    if (this.network === 'gone') throw new TypeError('Failed to fetch');
    if (this.network === 'silent') return untilAborted(request.signal);
    const other = this.override?.(path);
    if (other) return other;
    const content = this.files.get(path) ?? (path === '' ? this.files.get('index.html') : undefined);
    if (content === undefined) return new Response('There is nothing here.', { status: 404 });
    return new Response(content, { headers: { 'Content-Type': typeOf(path) } });
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new DOMException('The user aborted a request.', 'AbortError'));
    });
  });
}

function typeOf(path: string): string {
  if (path === '' || path.endsWith('.html')) return 'text/html;charset=utf-8';
  return path.endsWith('.json') ? 'application/json' : 'application/octet-stream';
}

export function requestFor(path: string, init: RequestInit = {}): Request {
  return new Request(siteUrl + path, init);
}

/** Nobody but a browser makes requests in this mode. */
export function navigationTo(path: string): Request {
  return Object.defineProperty(requestFor(path), 'mode', { value: 'navigate' });
}

/** Lets everything come to an end that runs on after an answer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}
