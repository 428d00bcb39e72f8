import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Window } from 'happy-dom';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { startHost } from '../support/start-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/* Runs the code samples of the API page against a host, as a reader would copy them, and checks their output. */

let page: InstanceType<typeof Window>['document'];
const folder = temporaryFolder();
let host: Awaited<ReturnType<typeof startHost>>;
beforeAll(async () => {
  const siteDirectory = inject('soakSites').sampleCompute;
  host = await startHost('node', siteDirectory, { siteDirectory, basePath: '/' });
  page = new Window({ settings: { disableJavaScriptEvaluation: true } }).document;
  page.write(await readFile(join(siteDirectory, 'docs/index.html'), 'utf8'));
  // On a real page, its script fills in the address.
  for (const element of page.querySelectorAll('.site-address')) element.textContent = host.address.href;
});
afterAll(async () => {
  await host.stop();
});

interface Run {
  readonly exitCode: number | null;
  readonly output: string;
}

async function run(program: string, commandLine: readonly string[], input = ''): Promise<Run> {
  const child = spawn(program, commandLine);
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  child.stdin.end(input);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, output: Buffer.concat(parts).toString() };
}

interface Language {
  readonly name: string;
  readonly isInstalled: boolean;
  readonly runCode: (code: string) => Promise<Run>;
}
const succeeds = (program: string, ...commandLine: string[]): boolean => spawnSync(program, commandLine).status === 0;
const languages: readonly Language[] = [
  { name: 'curl', isInstalled: succeeds('curl', '--version'), runCode: (code) => run('bash', ['-c', code]) },
  {
    name: 'JavaScript',
    isInstalled: true,
    runCode: (code) => run(process.execPath, ['--input-type=module', '-'], code),
  },
  { name: 'Python', isInstalled: succeeds('python3', '--version'), runCode: (code) => run('python3', ['-'], code) },
  {
    name: 'R',
    isInstalled: succeeds('Rscript', '-e', 'library(curl); library(jsonlite)'),
    runCode: async (code) => {
      const file = join(folder, 'program.R');
      await writeFile(file, code);
      return run('Rscript', [file]);
    },
  },
];
for (const { name, isInstalled } of languages)
  if (!isInstalled) console.warn(`${name} is not installed: its code samples are SKIPPED.`);

function findSample(request: string, language: string): string {
  const code = page.querySelector(`details[name="${request}-code"] pre[aria-label="${language}"] code`);
  if (code === null) throw new Error(`the page has no code sample in ${language} for ${request}`);
  return code.textContent;
}

describe.each(languages.filter(({ isInstalled }) => isInstalled))('the code samples in $name', ({ name, runCode }) => {
  it('print a record', async () => {
    const code = findSample('one-record', name);
    const identifier = /RawData\/(\d+)/.exec(code)?.[1] ?? 'none';
    const { exitCode, output } = await runCode(code);
    expect([exitCode, output]).toEqual([0, expect.stringContaining(identifier)]);
    expect(output).toContain('SightingDateTime');
  });

  it('print both messages of an error', async () => {
    const { exitCode, output } = await runCode(findSample('mistaken-request', name));
    const response = await fetch(`${host.address.href}webapi/v1/RawData?pageNumber=0&sortOrder=up`);
    const body = (await response.json()) as { readonly ClientMessage: string; readonly DeveloperMessage: string };
    expect(response.status).toBe(400);
    // curl prints the JSON without parsing it.
    const escaped = (text: string): string => (name === 'curl' ? JSON.stringify(text).slice(1, -1) : text);
    expect(output).toContain(escaped(body.ClientMessage));
    expect(output).toContain(escaped(body.DeveloperMessage));
    expect(exitCode).toBe(name === 'curl' ? 22 : 0);
    if (name !== 'curl') expect(output).toContain('400');
  });
});
