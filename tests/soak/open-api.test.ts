import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { startHost } from '../support/start-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/* Tests the OpenAPI document of the Node host with a type generator and a client that uses the generated types. */

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
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>> & { readonly parameters?: Parameter[] }>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

const methods = ['get', 'head', 'options'] as const;
const strictProgram = {
  compilerOptions: {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ target: 'es2022', module: 'nodenext', types: [], lib: ['es2022', 'dom'] },
  },
  files: ['program.ts'],
};
const run = promisify(execFile);
const packages = fileURLToPath(new URL('node_modules', import.meta.url));

const sites = inject('soakSites');
const cases = [
  { data: 'the sample data', directory: sites.sampleCompute },
  ...(sites.publishedCompute === undefined
    ? []
    : [{ data: 'the published records', directory: sites.publishedCompute }]),
];

interface ServedDocument {
  readonly host: Awaited<ReturnType<typeof startHost>>;
  readonly text: string;
  readonly operations: readonly ServedOperation[];
}

interface ServedOperation {
  readonly path: string;
  readonly method: (typeof methods)[number];
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly isJson: boolean;
}

/** Starts the Node host on a site and reads the document that it serves. */
async function serveDocument(directory: string, folder: string): Promise<ServedDocument> {
  const host = await startHost('node', folder, { siteDirectory: directory, basePath: '/' });
  const text = await (await fetch(new URL('webapi/v1/openapi.json', host.address))).text();
  const { paths, components } = JSON.parse(text) as OpenApi;
  const resolve = (parameter: Parameter): Parameter =>
    components.parameters[parameter.$ref?.replace(/^.*\//, '') ?? ''] ?? parameter;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
      const binary = operation.responses['200']?.content?.['application/octet-stream'];
      return [{ path, method, operationId: operation.operationId, parameters, isJson: binary === undefined }];
    }),
  );
  return { host, text, operations };
}

describe.each(cases)('the OpenAPI document of $data', ({ directory }) => {
  const folder = temporaryFolder();
  let served: ServedDocument;
  beforeAll(async () => {
    served = await serveDocument(directory, folder);
  });
  afterAll(() => served.host.stop());

  it('has types for a strict TypeScript program that calls every operation', async () => {
    const types = astToString(await openapiTS(served.text));
    const program = join(folder, 'program');
    await mkdir(program);
    await symlink(packages, join(program, 'node_modules'));
    await writeFile(join(program, 'package.json'), '{"type":"module"}');
    await writeFile(join(program, 'tsconfig.json'), JSON.stringify(strictProgram));
    await writeFile(join(program, 'types.d.ts'), types);
    await writeFile(join(program, 'program.ts'), generateProgram(served.operations));
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const compile = () => run(process.execPath, [compiler, '-p', program]);
    await compile().catch((error: unknown) => {
      throw new Error(String((error as { stdout: unknown }).stdout));
    });
    const { stdout } = await run(process.execPath, ['program.js', new URL('webapi/v1', served.host.address).href], {
      cwd: program,
      maxBuffer: 2 ** 26,
    });
    const results = JSON.parse(stdout) as Record<string, unknown>;
    expect(results).toEqual({
      ...Object.fromEntries(
        served.operations.map(({ operationId, method }) => [operationId, method === 'options' ? 204 : 200]),
      ),
      read: ['string', 'number', true],
      refused: 'The item is no longer available.',
    });
    // A field that the document does not have is a compile error, which proves that the types are checked.
    await writeFile(join(program, 'program.ts'), generateProgram(served.operations).replace('.RawDataId', '.Other'));
    await expect(compile()).rejects.toThrow();
  });
});

/** Writes a program that calls every operation with the generated types, and reads fields of the responses. */
function generateProgram(operations: readonly ServedOperation[]): string {
  const calls = operations.map(({ path, method, operationId, parameters, isJson }) => {
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const values = Object.fromEntries(inPath.map(({ name, example }) => [name, example]));
    const options = [
      ...(inPath.length === 0 ? [] : [`params: { path: ${JSON.stringify(values)} }`]),
      ...(isJson ? [] : [`parseAs: 'arrayBuffer'`]),
    ];
    return `results[${JSON.stringify(operationId)}] = (await client.${method.toUpperCase()}(${JSON.stringify(path)}, { ${options.join(', ')} })).response.status;`;
  });
  return `import createClient from 'openapi-fetch';
import type { paths } from './types.js';

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const results: Record<string, unknown> = {};
${calls.join('\n')}
const { data } = await client.GET('/RawData', { params: { query: { pageNumber: 1, pageSize: 5, sortOrder: 'asc' } } });
if (data === undefined || !('PagedItems' in data)) throw new Error('the response is not a page');
const record = data.PagedItems[0];
if (record === undefined) throw new Error('the page has no records');
const time: string = record.SightingDateTime;
const identifier: number = record.RawDataId;
const distances: (string | null)[] = data.PagedItems.map(({ Distance }) => Distance);
results['read'] = [typeof time, typeof identifier, distances.length === 5];
const { error } = await client.GET('/RawData/{id}', { params: { path: { id: 1 } } });
results['refused'] = error?.ClientMessage;
console.log(JSON.stringify(results));
declare const process: { readonly argv: readonly string[] };
`;
}
