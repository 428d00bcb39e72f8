import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { exitCodes } from '../core/http/exit-codes.ts';
import { escapeText } from './format-text.ts';

export interface WatchOptions {
  /** How often the inputs are checked. */
  readonly seconds: number;
  /** Files and URLs. */
  readonly inputs: readonly string[];
  /** Where each build writes its report. */
  readonly reportPath: string;
}

const longestWaitInSeconds = 3600;

/**
 * Builds a site, and builds it again whenever an input changes, until the process receives SIGTERM or SIGINT. Each build is a process
 * of its own, which replaces the output or leaves it unchanged. Writes one line for each. After a failure, it builds again
 * when an input changes, or after a wait that doubles with each failure.
 *
 * @param commandLine the command of a single build
 */
export async function watchInputs(commandLine: readonly string[], options: WatchOptions): Promise<number> {
  const { seconds, inputs, reportPath } = options;
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort());
  const [urls, files] = [inputs.filter(isUrl), inputs.filter((input) => !isUrl(input))];
  const responses = new Map<string, Validators>();
  let built = { files: '', urls: '' };
  let filesBefore: string | undefined;
  let failures = 0;
  let retryAt = Infinity;
  while (!ending.signal.aborted) {
    for (const url of urls) responses.set(url, await readValidators(url, responses.get(url)));
    const found = {
      files: (await Promise.all(files.map(readState))).join('\n'),
      urls: JSON.stringify([...responses.values()]),
    };
    // A file that is still being written changes between two checks.
    const areFilesComplete = filesBefore === undefined || found.files === filesBefore;
    filesBefore = found.files;
    const isChanged = areFilesComplete && (found.files !== built.files || found.urls !== built.urls);
    if (isChanged || Date.now() >= retryAt) {
      const isBuilt = await build(commandLine, reportPath, ending.signal);
      built = found;
      failures = isBuilt ? 0 : failures + 1;
      const waitInSeconds = Math.min(seconds * 2 ** failures, Math.max(seconds, longestWaitInSeconds));
      retryAt = isBuilt ? Infinity : Date.now() + waitInSeconds * 1000;
    }
    await sleep(seconds * 1000, undefined, { signal: ending.signal }).catch(() => undefined);
  }
  return exitCodes.success;
}

const isUrl = (input: string): boolean => /^https?:/i.test(input);

/** What is different if somebody has changed or replaced a file. */
async function readState(file: string): Promise<string> {
  const state = await stat(file, { bigint: true }).catch(() => undefined);
  return state ? `${state.ino} ${state.size} ${state.mtimeNs}` : 'missing';
}

/** What a server sends to identify the content of a response. */
interface Validators {
  readonly etag: string | null;
  readonly modified: string | null;
  /** Of a server that sends neither, because its data may have changed since the last check. */
  readonly checkedAt?: number;
}

async function readValidators(url: string, last: Validators | undefined): Promise<Validators> {
  try {
    const response = await fetch(url, {
      headers: {
        accept: 'application/json, text/csv, */*;q=0.1',
        ...(last?.etag && { 'if-none-match': last.etag }),
        ...(last?.modified && { 'if-modified-since': last.modified }),
      },
      signal: AbortSignal.timeout(30_000),
    });
    await response.body?.cancel();
    if (last && (response.status === 304 || response.status >= 500)) return last;
    const [etag, modified] = [response.headers.get('etag'), response.headers.get('last-modified')];
    return { etag, modified, ...((etag ?? modified) === null && { checkedAt: Date.now() }) };
  } catch {
    // A build could only report that the server is not reached. The next check may reach it.
    return last ?? { etag: null, modified: null };
  }
}

/** Returns whether the site was built. */
async function build(commandLine: readonly string[], reportPath: string, signal: AbortSignal): Promise<boolean> {
  const startedAt = Date.now();
  const child = spawn(process.execPath, [...process.execArgv, ...commandLine], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  signal.addEventListener('abort', () => child.kill());
  let firstLine = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (!firstLine.includes('\n')) firstLine += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const report = await readReport(reportPath, startedAt);
  const message = report ?? firstLine.split('\n')[0] ?? '';
  const outcome = code === exitCodes.success ? 'built' : signal.aborted ? 'ended' : `failed, exit code ${code}`;
  const took = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${new Date().toISOString()} ${outcome} in ${took} s: ${escapeText(message)}\n`);
  return code === exitCodes.success;
}

/** The message of the report of a build; undefined if it wrote none. */
async function readReport(path: string, startedAt: number): Promise<string | undefined> {
  try {
    if ((await stat(path)).mtimeMs < startedAt) return undefined;
    return (JSON.parse(await readFile(path, 'utf8')) as { readonly message: string }).message;
  } catch {
    return undefined;
  }
}
