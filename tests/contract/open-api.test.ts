import Ajv2020, { type ValidateFunction } from '@redocly/ajv/dist/2020.js';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { openApiOf } from '../../build-data/documents/write-documents.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import type { ApiResponse } from '../../core/api/responses.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { parameters, parseQuery, readQueryString } from '../../core/query/parameters.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { allCases } from './all-cases.ts';
import { casesOfParameters } from './cases/refusal-cases.ts';
import { checkEach } from './check-case.ts';
import { fixtureTables, fixtureTree, memoryStore } from './fixture/fixture-tree.ts';
import { bodyText, sendToApi } from './send-to-api.ts';
import { publication } from '../../build-data/site/testing/default-site.ts';

/*
 * Compares the OpenAPI document with the responses of the API to every case of the contract, using third-party
 * validators.
 */

const origin = 'https://data.example.org';
const options = {
  rules: defaultRules,
  dataVersion: '0123456789abcdef',
  sample: false,
  hasPages: true,
  publication,
  siteUrl: 'https://data.example.org/coast/',
};

interface Node {
  readonly [key: string]: Node | undefined;
}
/** Feeds of places are not part of the API. */
const apiCases = allCases.filter(({ path }) => !path.startsWith('/feeds/'));
let reader: DatasetReader;
let text: string;
let document: Node;
let ajv: Ajv2020;

beforeAll(async () => {
  reader = new DatasetReader(memoryStore((await fixtureTree()).tree));
  text = await bodyText(await send('GET', '/webapi/v1/openapi.json'));
  document = JSON.parse(text) as Node;
  // Only the keywords of JSON Schema 2020-12: the rest of the document is not a schema and is ignored.
  ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, validateFormats: false });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'openapi', components: document['components'] } as object, 'openapi', false, false);
});

const send = (method: string, path: string, ifNoneMatch: string | null = null): Promise<ApiResponse> =>
  sendToApi({ reader, basePath: '/' }, path, { method, ifNoneMatch });

function resolve(node: Node | undefined): Node | undefined {
  const reference: unknown = node?.['$ref'];
  if (typeof reference !== 'string') return node;
  return reference
    .slice(2)
    .split('/')
    .reduce<Node | undefined>((at, key) => at?.[key], document);
}

/** Compiled validators by the text of their schema, because compiling a schema takes much longer than using it. */
const validators = new Map<string, ValidateFunction>();

function check(schema: unknown, value: unknown, what: string): string[] {
  const local = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
  const validate = validators.get(local) ?? ajv.compile(JSON.parse(local) as object);
  validators.set(local, validate);
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message }) => `${what}${instancePath}: ${message ?? ''}`);
}

/** The path item of the document for a path of the API, matched by the rules that the document states. */
function findPathItem(pathname: string): Node | undefined {
  const spelled = decodeURIComponent(pathname.replaceAll(/%(?![0-9a-f]{2})|%2F/gi, '%25'));
  // If two templates match, the longer one applies, which is that of a file.
  const paths = Object.entries(document['paths'] ?? {}).sort(([one], [other]) => other.length - one.length);
  for (const [path, item] of paths) {
    const isFile = /\.(?:json|flatbush)$/.test(path);
    const [, name = '', rest = ''] = /^\/(\w+)(.*)$/.exec(path) ?? [];
    const isDataset = datasets.some((dataset) => dataset.name === name);
    const start = isDataset
      ? name.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
      : name;
    const pattern = rest
      .replace('.', '\\.')
      .replace('{id}', '[^/]+')
      .replace('{sortOrder}', '(?:asc|desc)')
      .replace('{page}', '[1-9]\\d*');
    if (new RegExp(`^/webapi/v1/${start}${pattern}${isFile ? '' : '/?'}$`).test(spelled)) return item;
  }
  return undefined;
}

/** Everything in a response that differs from the document. */
async function differences(method: string, path: string, response: ApiResponse): Promise<string[]> {
  const item = /^\/webapi\/v1\//.test(path) ? findPathItem(new URL(origin + path).pathname) : undefined;
  const status = String(response.status);
  const operation = item?.[method.toLowerCase()];
  // Responses to unknown paths and methods belong to no operation.
  const outsideOperations: Node = {
    '404': document['x-any-other-path'],
    '405': document['x-any-other-method'],
  } as unknown as Node;
  const preflight = method === 'OPTIONS' ? document['components']?.['responses']?.['Preflight'] : undefined;
  const specification = resolve(
    operation ? operation['responses']?.[status] : (preflight ?? outsideOperations[status]),
  );
  if (!specification) return [`no response of status ${status} is described`];
  const found: string[] = [];
  const describedHeaders = Object.entries(specification['headers'] ?? {}).map(
    ([name, node]): [string, Node | undefined] => [name.toLowerCase(), resolve(node)],
  );
  const headers = new Map(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, node] of describedHeaders) {
    const value = headers.get(name);
    if (value !== undefined) found.push(...check(node?.['schema'], value, name));
    else if (node?.['required'] as unknown) found.push(`${name} is required, and missing`);
    headers.delete(name);
  }
  const contentType = headers.get('content-type');
  headers.delete('content-type');
  found.push(...Array.from(headers.keys(), (name) => `${name} is not described`));
  const content = specification['content'];
  if (method === 'HEAD' && content) found.push('a body of HEAD is described');
  const body = await bodyText(response);
  if (!content) return body === '' ? found : [...found, 'a body that is not described'];
  const media = content[contentType?.replace(/;.*/, '') ?? ''];
  if (!media) return [...found, `the media type ${contentType ?? 'none'} is not described`];
  if (method === 'HEAD') return found;
  const isJson = contentType?.startsWith('application/json') === true;
  return [...found, ...check(media['schema'], isJson ? JSON.parse(body) : body, 'body')];
}

describe('the OpenAPI document', () => {
  it('passes a linter without errors or warnings', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // Only the publisher can state the licence of the data.
        'info-license': 'off',
        'operation-4xx-response': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'no-server-trailing-slash': 'error',
        'operation-operationId-unique': 'error',
        'no-schema-type-mismatch': 'error',
      },
    });
    const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('describes the response to every case of the contract', async () => {
    await checkEach(apiCases, async ({ method = 'GET', path, ...each }) => {
      const tag = each.ifNoneMatch && ((await send('GET', each.tagPath ?? path)).headers['ETag'] ?? '');
      const sent =
        tag === undefined ? (each.requestHeaders?.['If-None-Match'] ?? null) : (each.ifNoneMatch?.(tag) ?? null);
      const response = await send(method, path, sent);
      expect(response.status).toBe(each.expected.status);
      return differences(method, path, response);
    });
  });

  it('does not match a response with a missing or additional key or header', async () => {
    const path = '/webapi/v1/RawData/46307';
    const response = await send('GET', path);
    const record = JSON.parse(await bodyText(response)) as Record<string, unknown>;
    const withBody = (value: unknown): ApiResponse => ({
      ...response,
      body: new TextEncoder().encode(JSON.stringify(value)),
    });
    const { ETag: tag = '', ...untagged } = response.headers;
    for (const wrong of [
      withBody({ ...record, LocationX: '115' }),
      withBody({ ...record, Other: 1 }),
      withBody(Object.fromEntries(Object.entries(record).slice(1))),
      { ...response, headers: untagged },
      { ...response, headers: { ...response.headers, ETag: tag.replace('W/', '') } },
      { ...response, headers: { ...response.headers, Server: 'x' } },
      { ...response, status: 201 },
    ]) {
      expect(await differences('GET', path, wrong)).not.toEqual([]);
    }
  });

  it.each(Object.entries(casesOfParameters))(
    'allows the same values of %s as the API',
    (name, { others, accepted, refused }) => {
      const schema = document['components']?.['parameters']?.[name]?.['schema'];
      const numbersOrTexts = refused.map(([, quoted]) => (/^-?\d+(\.\d+)?$/.test(quoted) ? Number(quoted) : quoted));
      for (const value of [...accepted, ...numbersOrTexts]) {
        const texts = readQueryString(`${others}${name}=${encodeURIComponent(value)}`);
        const isAccepted = accepted.includes(value);
        expect([value, 'query' in parseQuery(texts)]).toEqual([value, isAccepted]);
        expect([value, check(schema, value, name).length === 0]).toEqual([value, isAccepted]);
      }
    },
  );

  it('allows null in a field only if the data has one', () => {
    const tables = fixtureTables();
    const { schemas } = openApiOf(tables, options)['components'] as unknown as {
      readonly schemas: Record<string, { readonly properties: Record<string, { readonly type: string | string[] }> }>;
    };
    for (const [index, name] of ['CoastalFeature', 'RawDataRecord'].entries()) {
      const table = tables[index];
      if (!table) throw new Error('no table');
      const records = Array.from(
        { length: table.size },
        (_, at) => JSON.parse(table.text(at)) as Record<string, unknown>,
      );
      for (const [field, { type }] of Object.entries(schemas[name]?.properties ?? {})) {
        const hasNulls = records.some((record) => record[field] === null);
        expect([field, type.includes('null')]).toEqual([field, hasNulls]);
      }
    }
  });

  it('declares no default that the API refuses when it is sent alone', () => {
    for (const { name, ...parameter } of parameters) {
      if (!('default' in parameter)) continue;
      const isAllowed = 'query' in parseQuery(new Map([[name, parameter.default]]));
      const schema = document['components']?.['parameters']?.[name]?.['schema'] ?? {};
      expect([name, 'default' in schema]).toEqual([name, isAllowed]);
    }
  });

  it('says that sample data is invented, and works without records', async () => {
    const empty = datasets.map((dataset) => tableOf(dataset, []));
    const source = JSON.stringify(openApiOf(empty, { ...options, sample: true }));
    expect(source).toContain('every record is invented');
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-license': 'off' } });
    expect(await lintFromString({ source, absoluteRef: 'openapi.json', config })).toEqual([]);
  });

  it('is at most 128 KiB, and is valid under any base path', () => {
    expect(text.length).toBeLessThan(128 * 1024);
    expect(document['servers']).toEqual([{ url: '../v1', description: 'The host of this document.' }]);
    expect(new URL('../v1', `${origin}/coast/webapi/v1/openapi.json`).href).toBe(`${origin}/coast/webapi/v1`);
  });
});
