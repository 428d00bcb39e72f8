import { execFile } from 'node:child_process';
import { readFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { chromium } from '@playwright/test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import * as parsers from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { findChromium } from '../find-chromium.ts';
import { startHost } from '../start-host.ts';

/*
 * The OpenAPI document as the Node host serves it, in the hands of tools that we did not write: two linters, a generator
 * of types with a client that goes by them, and Swagger UI in a browser.
 */

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly example?: string | number;
  readonly schema: { readonly default?: string | number };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>> & { readonly parameters?: Parameter[] }>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

const methods = ['get', 'head', 'options'] as const;
const run = promisify(execFile);
const packages = fileURLToPath(new URL('node_modules', import.meta.url));

const sites = inject('soakSites');
const cases = [
  { data: 'sample data', directory: sites.sampleCompute },
  ...(sites.publishedCompute === undefined
    ? []
    : [{ data: 'the published records', directory: sites.publishedCompute }]),
];

describe.each(cases)('The OpenAPI document of $data', ({ directory }) => {
  let folder: string;
  let host: Awaited<ReturnType<typeof startHost>>;
  let address: string;
  let text: string;
  let document: OpenApi;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coastwatch-open-api-'));
    host = await startHost('node', folder, { siteDirectory: directory, basePath: '/' });
    address = new URL('webapi/v1/openapi.json', host.address).href;
    text = await (await fetch(address)).text();
    document = JSON.parse(text) as OpenApi;
  });

  afterAll(async () => {
    await host.stop();
    await rm(folder, { recursive: true });
  });

  const parametersOf = (path: string, method: string): Parameter[] => {
    const item = document.paths[path];
    return [...(item?.parameters ?? []), ...(item?.[method]?.parameters ?? [])].map((parameter) =>
      parameter.$ref === undefined
        ? parameter
        : (document.components.parameters[parameter.$ref.replace(/^.*\//, '')] ?? parameter),
    );
  };
  const operations = (): { path: string; method: (typeof methods)[number]; operation: Operation }[] =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      methods.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
    );

  it('passes Spectral with the rules for OpenAPI', async () => {
    const spectral = new spectralCore.Spectral();
    spectral.setRuleset({ extends: [oas] });
    const found = await spectral.run(new spectralCore.Document(text, parsers.Json, 'openapi.json'));
    const inWords = found.map(({ code, path, message }) => `${code}: ${path.join('/')}: ${message}`);
    expect(inWords).toEqual([]);
    const broken = new spectralCore.Document(text.replace('"responses":', '"answers":'), parsers.Json, 'openapi.json');
    expect(await spectral.run(broken)).not.toEqual([]);
  });

  it('passes Redocly with its recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('lets a client send every default value, or every default and example', async () => {
    const refused: string[] = [];
    for (const { path, method } of operations()) {
      for (const valueOf of [
        ({ schema }: Parameter) => schema.default,
        ({ schema, example }: Parameter) => example ?? schema.default,
      ]) {
        const url = new URL(`${address}/../..${path}`.replace('/openapi.json/../..', ''));
        for (const parameter of parametersOf(path, method)) {
          const value = parameter.in === 'path' ? parameter.example : valueOf(parameter);
          if (parameter.in === 'path') {
            url.pathname = decodeURIComponent(url.pathname).replace(`{${parameter.name}}`, String(value));
          } else if (parameter.in === 'query' && value !== undefined) {
            url.searchParams.set(parameter.name, String(value));
          }
        }
        const response = await fetch(url, { method });
        await response.arrayBuffer();
        if (!response.ok) refused.push(`${method} ${url.pathname}${url.search}: ${response.status}`);
      }
    }
    expect(refused).toEqual([]);
  });

  it('gives types and a client to a strict TypeScript program, which asks for every operation', async () => {
    const types = astToString(await openapiTS(text));
    const program = join(folder, 'program');
    const { mkdir } = await import('node:fs/promises');
    await mkdir(program);
    await symlink(packages, join(program, 'node_modules'));
    await writeFile(join(program, 'package.json'), '{"type":"module"}');
    await writeFile(join(program, 'types.d.ts'), types);
    await writeFile(join(program, 'program.ts'), programOf(operations(), parametersOf));
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const options =
      '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022 --module nodenext --types';
    const compile = () => run(process.execPath, [compiler, ...options.split(' '), '', 'program.ts'], { cwd: program });
    await compile().catch((fault: unknown) => {
      throw new Error(String((fault as { stdout: unknown }).stdout));
    });
    const { stdout } = await run(process.execPath, ['program.js', new URL('webapi/v1', host.address).href], {
      cwd: program,
      maxBuffer: 2 ** 26,
    });
    const answered = JSON.parse(stdout) as Record<string, unknown>;
    expect(answered).toEqual({
      ...Object.fromEntries(
        operations().map(({ operation, method }) => [operation.operationId, method === 'options' ? 204 : 200]),
      ),
      kinds: ['object', 'string', 'number'],
      refused: 'The item is no longer available.',
    });
    // A type that the document does not have is an error: what was compiled was checked.
    await writeFile(join(program, 'program.ts'), programOf(operations(), parametersOf).replace('.RawDataId', '.Other'));
    await expect(compile()).rejects.toThrow();
  });

  it('lets Swagger UI execute every operation with what it fills in', { timeout: 600_000 }, async () => {
    const server = createServer((request, response) => {
      const name = new URL(request.url ?? '', 'http://localhost').pathname.slice(1);
      if (name === '') {
        response.setHeader('Content-Type', 'text/html; charset=UTF-8');
        response.end(swaggerPage(address));
        return;
      }
      readFile(join(packages, 'swagger-ui-dist', name)).then(
        (bytes) => {
          response.setHeader('Content-Type', name.endsWith('.css') ? 'text/css' : 'text/javascript');
          response.end(bytes);
        },
        () => {
          response.statusCode = 404;
          response.end();
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { path: executablePath, switches } = await findChromium();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...switches] });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const shown: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const { operation, method } of operations()) {
        const { operationId } = operation;
        const block = page.locator(`.opblock[id$="-${operationId}"]`);
        await block.locator('.opblock-summary-control').click();
        await block.getByRole('button', { name: 'Try it out' }).click();
        await block.getByRole('button', { name: 'Execute' }).click();
        const status = block.locator('.live-responses-table tbody .response-col_status').first();
        await status.waitFor({ timeout: 120_000 });
        shown[operationId] = (await status.innerText()).trim().replace(/\s[^]*$/, '');
        expected[operationId] = method === 'options' ? '204' : '200';
        await block.locator('.opblock-summary-control').click();
      }
      expect(shown).toEqual(expected);
      expect(Object.keys(shown).length).toBeGreaterThanOrEqual(18);
    } finally {
      await browser.close();
      server.close();
    }
  });
});

/** Swagger UI as its own page sets it up, and no request to the network of the makers. */
function swaggerPage(address: string): string {
  return `<!doctype html><title>Swagger UI</title><link rel="stylesheet" href="swagger-ui.css"><div id="ui"></div>
<script src="swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: ${JSON.stringify(address)}, dom_id: '#ui', validatorUrl: null });</script>`;
}

/** A program that asks for every operation by the generated types, and reads fields of what comes. */
function programOf(
  operations: readonly { readonly path: string; readonly method: string; readonly operation: Operation }[],
  parametersOf: (path: string, method: string) => Parameter[],
): string {
  const calls = operations.map(({ path, method, operation }) => {
    const inPath = parametersOf(path, method).filter((parameter) => parameter.in === 'path');
    const values = Object.fromEntries(inPath.map(({ name, example }) => [name, example]));
    const options = inPath.length === 0 ? '{}' : `{ params: { path: ${JSON.stringify(values)} } }`;
    return `answered[${JSON.stringify(operation.operationId)}] = (await client.${method.toUpperCase()}(${JSON.stringify(path)}, ${options})).response.status;`;
  });
  return `import createClient from 'openapi-fetch';
import type { paths } from './types.js';

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const answered: Record<string, unknown> = {};
${calls.join('\n')}
const { data } = await client.GET('/RawData', { params: { query: { pageNumber: 1, pageSize: 5, sortOrder: 'asc' } } });
if (data === undefined || !('PagedItems' in data)) throw new Error('a page was asked for');
const record = data.PagedItems[0];
if (record === undefined) throw new Error('there are records');
const time: string = record.SightingDateTime;
const identifier: number = record.RawDataId;
const distance: string | null = record.Distance;
answered['kinds'] = [distance === null ? 'object' : 'object', typeof time, typeof identifier];
const { error } = await client.GET('/RawData/{id}', { params: { path: { id: 1 } } });
answered['refused'] = error?.ClientMessage;
console.log(JSON.stringify(answered));
declare const process: { readonly argv: readonly string[] };
`;
}
