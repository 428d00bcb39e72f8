import { beforeAll, describe, expect, it } from 'vitest';

import { MemoryTree } from '../../build-data/write/testing/memory-tree.ts';
import { fixtureTree, memoryStore } from '../contract/fixture/fixture-tree.ts';
import { bodyText, sendToApi } from '../contract/send-to-api.ts';
import { problems, type Problem } from '../../core/api/problems.ts';
import { knownPaths } from '../../core/api/routes.ts';
import type { FieldDescription } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { parameters, type ParameterDescription } from '../../core/query/parameters.ts';
import type { ApiContext } from '../../core/api/handle-request.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { staticPageSize } from '../../core/storage/format/layout.ts';
import { codeBlocks, read, findRow, section, tableRows } from './markdown.ts';

const api = read('docs/api.md');
const contextFor = (tree: MemoryTree): ApiContext => ({ reader: new DatasetReader(memoryStore(tree)), basePath: '/' });

let fixture: ApiContext;
beforeAll(async () => {
  fixture = contextFor((await fixtureTree()).tree);
});

describe('docs/api.md', () => {
  it('describes every parameter in the words and order of the code', () => {
    const described = tableRows(section(api, '## Parameters')).slice(1);
    const expected = parameters.map((parameter: ParameterDescription) => [
      `\`${parameter.name}\``,
      parameter.type,
      parameter.default === undefined ? 'absent' : `\`${parameter.default}\``,
      parameter.allowed,
      parameter.meaning,
    ]);
    expect(described).toEqual(expected);
  });

  const catalogue = Object.entries(problems).map(([code, make]): Problem & { readonly code: string } => {
    // Every problem can be created with empty arrays, which leave the placeholders of its messages empty.
    const problem = (make as (...details: readonly unknown[]) => Problem)([], [], []);
    expect(problem.code).toBe(code);
    return problem;
  });

  it.each(catalogue)('lists the problem $code with its status and messages', (problem) => {
    const [, status, , developerMessage = '', clientMessage] =
      findRow(section(api, '## Errors'), `\`${problem.code}\``) ?? [];
    expect(status).toBe(String(problem.status));
    expect(clientMessage).toBe(problem.clientMessage);
    expect(developerMessage.replace(/\*[^*]+\*/g, '')).toContain(problem.developerMessage.replaceAll('""', ''));
  });

  it('lists no problem that does not exist', () => {
    const listed = tableRows(section(api, '## Errors')).filter(([, status]) => /^\d{3}$/.test(status ?? ''));
    expect(listed.map(([code]) => code)).toEqual(catalogue.map(({ code }) => `\`${code}\``));
  });

  it('describes exactly the headers that responses have', async () => {
    const path = '/webapi/v1/RawData?pageNumber=1';
    const tagged = await sendToApi(fixture, path);
    const responses = [
      tagged,
      await sendToApi(fixture, path, { ifNoneMatch: tagged.headers['ETag'] ?? '' }),
      ...(await Promise.all(['HEAD', 'OPTIONS', 'PUT'].map((method) => sendToApi(fixture, path, { method })))),
      await sendToApi(fixture, '/webapi/v1/RawData'),
      await sendToApi(fixture, '/webapi/v1/RawData/x'),
      await sendToApi(contextFor(new MemoryTree()), path),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 304, 200, 204, 405, 200, 404, 503]);
    const sent = new Set(responses.flatMap(({ headers }) => Object.keys(headers)));
    const rows = tableRows(section(api, '## Headers')).slice(1);
    const described = rows.flatMap(([names = '']) => Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
    const addedByHosts = ['Content-Encoding', 'Vary'];
    expect([...described].sort()).toEqual([...sent, ...addedByHosts].sort());
  });

  const typeWords = { integer: 'integer', number: 'number', text: 'text', dateTime: 'date and time' } as const;
  const nullWords = { never: 'never', documented: 'yes', tolerated: 'rarely' } as const;

  it.each(datasets)('describes every field of $name in the words and order of the code', ({ name, fields }) => {
    const described = tableRows(section(api, `### ${name}`)).slice(1);
    const expected = fields.map((field: FieldDescription) => [
      `\`${field.name}\``,
      typeWords[field.type] + (field.unit === undefined ? '' : `, ${field.unit}`),
      nullWords[field.nulls],
      field.meaning +
        (field.knownValues ? ` One of ${field.knownValues.map((value) => `"${value}"`).join(', ')}.` : ''),
    ]);
    expect(described).toEqual(expected);
  });

  it('lists every path', () => {
    const paths = section(api, '## Paths');
    for (const path of knownPaths('/')) expect(paths.replaceAll('\\|', '|')).toContain(`\`${path}\``);
    expect(paths).toContain(`of ${staticPageSize} records`);
  });

  const examples = codeBlocks(api, 'http').map((block) => {
    const [request = '', , status = '', ...rest] = block.split('\n');
    const [method = '', path = ''] = request.split(' ');
    return { request, method, path, status, headerLines: rest.slice(0, -1), body: rest.at(-1) ?? '' };
  });

  it.each(examples)('shows the response to $request', async ({ method, path, status, headerLines, body }) => {
    const response = await sendToApi(fixture, path, { method });
    expect(String(response.status)).toBe(status);
    for (const line of headerLines) {
      const colon = line.indexOf(': ');
      expect(response.headers[line.slice(0, colon)]).toBe(line.slice(colon + 2));
    }
    const text = await bodyText(response);
    const [start = '', end] = body.split('…');
    if (end === undefined) expect(text).toBe(body);
    else expect([text.slice(0, start.length), text.slice(-end.length)]).toEqual([start, end]);
  });
});
