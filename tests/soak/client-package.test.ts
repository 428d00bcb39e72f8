import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

import puppeteer, { type Browser } from 'puppeteer-core';
import sirv from 'sirv';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listen } from '../../hosts/node/listen.ts';
import { codeBlocks } from '../documentation/markdown.ts';
import { findChromium } from '../support/find-chromium.ts';
import { startHost } from '../support/start-host.ts';
import { fromRoot } from '../support/repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * Tests the client as users receive it: packed by npm, installed in an empty project, compiled by TypeScript, run and
 * bundled.
 */

const run = promisify(execFile);
const soakBinary = (name: string): string => fromRoot(`tests/soak/node_modules/${name}`);
const readme = readFileSync(fromRoot('client/README.md'), 'utf8');

const folder = temporaryFolder();
let tarball: string;
let project: string;
let site: Awaited<ReturnType<typeof startHost>>;

beforeAll(async () => {
  project = join(folder, 'project');
  await mkdir(project);
  const { stdout } = await run('npm', ['pack', './client', '--json', '--pack-destination', folder], {
    cwd: fromRoot('.'),
  });
  // npm prints the output of the prepack script before the JSON.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as { filename: string }[];
  tarball = join(folder, packed?.filename ?? '');
  await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--offline', tarball], { cwd: project });
  site = await startHost('node', folder, { siteDirectory: inject('soakSites').sampleCompute, basePath: '/' });
});

afterAll(async () => {
  await site.stop();
});

/** Fetches a response of the API without the client. */
async function fetchFromApi<Body>(path: string): Promise<Body> {
  return (await (await fetch(new URL(`webapi/v1/${path}`, site.address))).json()) as Body;
}

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  // The types of the package are checked too.
  skipLibCheck: false,
  target: 'es2022',
} as const;

/** Node without browser types, and a bundler with browser types only. */
const resolutions = {
  nodenext: {
    module: 'nodenext',
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [fromRoot('node_modules/@types')],
  },
  bundler: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
} as const;

/**
 * Compiles programs in the project, each to `out/NAME.js`. Returns the compiler's errors; empty if there are none.
 */
async function compile(
  programs: Readonly<Record<string, string>>,
  resolution: keyof typeof resolutions,
): Promise<string> {
  const files = Object.keys(programs).map((name) => `${name}.ts`);
  for (const [name, text] of Object.entries(programs)) await writeFile(join(project, `${name}.ts`), text);
  const compilerOptions = { ...strict, ...resolutions[resolution], outDir: 'out', rootDir: '.' };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return run(process.execPath, [fromRoot('node_modules/typescript/bin/tsc')], { cwd: project }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

async function runProgram(path: string): Promise<string> {
  const { stdout } = await run(process.execPath, [path], { cwd: project });
  return stdout;
}

/** A program that uses lists, pages, searches, records and errors. `show` is a statement that outputs `results`. */
const programFor = (address: URL, show: string): string => `
import { CoastwatchClient, CoastwatchError, type Page, type RawDataRecord } from 'coastwatch-client';

const client = new CoastwatchClient('${address.href}');
const centre = { latitude: -31.994, longitude: 115.751 };
const places = await client.coastalFeatures.all({ sortOrder: 'asc' });
const page: Page<RawDataRecord> = await client.rawData.page({ pageNumber: 2, pageSize: 7 });
let read = 0;
for await (const record of client.rawData.records()) if (record.RawDataId > 0) read++;
const near = await client.rawData.within(centre, { rangeInMetres: 30_000 });
const nearest = await client.coastalFeatures.nearest(centre);
const first: RawDataRecord | undefined = page.items[0];
const sameRecord = first && (await client.rawData.get(first.RawDataId));
const failure: unknown = await client.rawData.page({ pageNumber: 1_000_000 }).catch((error: unknown) => error);
if (!(failure instanceof CoastwatchError)) throw new Error('expected an error for a page beyond the last');
const results = {
  places: places.map((place) => place.CoastalFeatureID),
  page: page.items.map(({ RawDataId }) => RawDataId),
  totalItems: page.totalItems,
  read,
  near: near.length,
  nearest: nearest?.CoastalFeatureID ?? null,
  recordTime: sameRecord?.SightingDateTime ?? null,
  missing: await client.rawData.get(-1),
  refused: [failure.reason, failure.status ?? null],
};
${show};
`;

async function expectedResults(): Promise<unknown> {
  const around = 'latitude=-31.994&longitude=115.751';
  const records = await fetchFromApi<{ RawDataId: number; SightingDateTime: string }[]>('RawData');
  const places = await fetchFromApi<{ CoastalFeatureID: number }[]>('CoastalFeatures?sortOrder=asc');
  const near = await fetchFromApi<unknown[]>(`RawData?${around}&rangeInM=30000`);
  const nearest = await fetchFromApi<{ CoastalFeatureID: number }>(`CoastalFeatures?${around}&searchStyle=Nearest`);
  expect(records.length).toBeGreaterThan(1000);
  expect(near.length).toBeGreaterThan(10);
  return {
    places: places.map((place) => place.CoastalFeatureID),
    page: records.slice(7, 14).map(({ RawDataId }) => RawDataId),
    totalItems: records.length,
    read: records.length,
    near: near.length,
    nearest: nearest.CoastalFeatureID,
    recordTime: records[7]?.SightingDateTime,
    missing: null,
    refused: ['refused', 400],
  };
}

describe('the package', () => {
  it('has the files that sites serve, its README and the licence', async () => {
    for (const file of ['coastwatch-client.js', 'coastwatch-client.d.ts']) {
      const served = await (await fetch(new URL(`client/${file}`, site.address))).text();
      expect(readFileSync(join(project, 'node_modules/coastwatch-client/dist', file), 'utf8'), file).toBe(served);
    }
    const { stdout } = await run('tar', ['tf', tarball]);
    expect(stdout.trim().split('\n').sort()).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/dist/coastwatch-client.d.ts',
      'package/dist/coastwatch-client.js',
      'package/package.json',
    ]);
    expect(readFileSync(fromRoot('client/LICENSE'), 'utf8')).toBe(readFileSync(fromRoot('LICENSE'), 'utf8'));
  });

  it('passes publint', async () => {
    const { stdout } = await run(process.execPath, [soakBinary('publint/src/cli.js'), tarball, '--strict']);
    expect(stdout).toContain('All good!');
  });

  it('has types that every module resolution finds, as "Are the types wrong?" checks', async () => {
    // The package is only an ES module: a CommonJS program needs import(), or require() in Node 20.19 and later.
    const attw = [soakBinary('@arethetypeswrong/cli/dist/index.js'), tarball];
    const options = ['--ignore-rules', 'cjs-resolves-to-esm', '--format', 'table-flipped', '--no-color', '--no-emoji'];
    const { stdout } = await run(process.execPath, [...attw, ...options]);
    expect(stdout).toContain('No problems found');
  });
});

describe('a project with strict compiler options', () => {
  for (const resolution of ['nodenext', 'bundler'] as const) {
    it(`compiles a program with moduleResolution ${resolution}, and Node runs it`, async () => {
      const program = programFor(site.address, 'console.log(JSON.stringify(results))');
      expect(await compile({ [resolution]: program }, resolution)).toBe('');
      expect(JSON.parse(await runProgram(`out/${resolution}.js`))).toEqual(await expectedResults());
    });

    it(`reports each type error with moduleResolution ${resolution}`, async () => {
      const mistakes = `
        import { CoastwatchClient, CoastwatchError, requestJson } from 'coastwatch-client';
        const client = new CoastwatchClient('https://data.example.org/', { retry: 1 });
        const records = await client.rawData.all();
        export const length = records[0].SightingDateTime.length;
        export const species: string = records[1]!.SightingSpeciesValue;
        await client.rawData.page({ sortOrder: 'up' });
        export const reason: 'refusal' = new CoastwatchError('refused', '', { url: '' }).reason;`;
      const report = await compile({ mistakes }, resolution);
      const lines = [...report.matchAll(/\((\d+),\d+\): error TS(\d+)/g)].map(([, line, code]) => `${line}: ${code}`);
      expect(lines).toEqual(['2: 2459', '3: 2353', '5: 2532', '6: 2322', '7: 2322', '8: 2322']);
    });
  }

  it('compiles and runs the examples of the README', async () => {
    const [first = '', ...others] = codeBlocks(readme, 'ts');
    const [setUp = ''] = first.split('\n\nconst nearby');
    expect(setUp).toContain('const beach');
    expect(others.length).toBeGreaterThan(5);
    const examples = [first, ...others.map((block) => `${setUp}\n${block}`)].map((block) =>
      block.replaceAll('https://data.example.org/', site.address.href),
    );
    const programs = Object.fromEntries(examples.map((block, index) => [`example-${index}`, block]));
    for (const resolution of ['bundler', 'nodenext'] as const) expect(await compile(programs, resolution)).toBe('');
    const printed: string[] = [];
    for (const name of Object.keys(programs)) printed.push(await runProgram(`out/${name}.js`));
    const near = await fetchFromApi<unknown[]>('RawData?latitude=-31.994&longitude=115.751&rangeInM=5000');
    expect(printed[0]).toBe(`${near.length} records within 5 km\n`);
    expect(printed.join('')).toMatch(/^Page 1 of \d+, \d+ records in total$/m);
    expect(printed.join('')).toMatch(/^refused 400 \S/m);
  });
});

describe('a page on another origin', () => {
  let browser: Browser;
  let pages: Server;
  let address: string;

  beforeAll(async () => {
    browser = await puppeteer.launch((await findChromium()).launchOptions);
    // Serves the project directory, including node_modules.
    const files = sirv(project, { dev: true });
    pages = createServer((request, response) => {
      files(request, response, () => {
        response.writeHead(404).end();
      });
    });
    address = await listen(pages, { port: 0, host: '127.0.0.1', basePath: '/' });
  });
  afterAll(async () => {
    await browser.close();
    pages.close();
    await once(pages, 'close');
  });

  /** Opens a page of the project and returns its title, or its text if it has no title. */
  async function readTitle(path: string): Promise<string> {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('requestfailed', (request) => problems.push(request.url()));
    await page.goto(address + path);
    const shown = page.waitForFunction('document.title !== "" || document.body.innerText.trim() !== ""');
    await shown.catch(() => expect(problems).toEqual([]));
    const title = await page.evaluate(() => document.title || document.body.innerText);
    expect(problems).toEqual([]);
    await page.close();
    return title;
  }

  const showInTitle = 'document.title = JSON.stringify(results)';

  it('runs a program that Vite has bundled with the client', async () => {
    await writeFile(join(project, 'bundled.ts'), programFor(site.address, showInTitle));
    await writeFile(
      join(project, 'index.html'),
      '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/bundled.ts"></script>',
    );
    const vite = fromRoot('node_modules/vite/bin/vite.js');
    await run(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', 'bundle', '--base', './'], {
      cwd: project,
    });
    expect(await readFile(join(project, 'bundle/index.html'), 'utf8')).not.toContain('bundled.ts');
    expect(JSON.parse(await readTitle('bundle/index.html'))).toEqual(await expectedResults());
  });

  it('imports the client from the site, as the README shows', async () => {
    const [page = ''] = codeBlocks(readme, 'html');
    await writeFile(
      join(project, 'readme.html'),
      `<!doctype html><link rel="icon" href="data:,"><body>${page.replaceAll('https://data.example.org/', site.address.href)}`,
    );
    const { length } = await fetchFromApi<unknown[]>('RawData');
    expect(await readTitle('readme.html')).toBe(`${length} records`);
  });
});
