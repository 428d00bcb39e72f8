import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { usage } from '../build-data/options.ts';
import { defaultSampleOptions } from '../build-data/sample/sample-inputs.ts';
import { findingKinds } from '../build-data/validate/finding-kinds.ts';
import { MemoryTree } from '../build-data/write/tree-sink.ts';
import { fixtureTree, memoryStore } from '../contract/fixture/fixture-tree.ts';
import { answerRequest } from '../core/api/answer-request.ts';
import type { ApiAnswer, ApiRequest } from '../core/api/api-message.ts';
import { problems, type Problem } from '../core/api/problems.ts';
import { knownPaths } from '../core/api/route.ts';
import type { FieldDescription } from '../core/datasets/dataset-description.ts';
import { datasets } from '../core/datasets/index.ts';
import { parameters, type ParameterDescription } from '../core/query/parameters.ts';
import { contentHash } from '../core/storage/content-hash.ts';
import { DataLibrary } from '../core/storage/data-library.ts';
import { fileKinds } from '../core/storage/envelope.ts';
import { encodeIdentifierBlock } from '../core/storage/identifier-block.ts';
import {
  completeArrayPath,
  dataFilePath,
  manifestPath,
  recordPath,
  staticPagePath,
  staticPageSize,
} from '../core/storage/layout.ts';
import { manifestFormat, manifestVersion } from '../core/storage/manifest.ts';
import { workedExample } from './worked-example.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const api = read('docs/api.md');
const dataFormat = read('docs/data-format.md');
const publishing = read('docs/publishing.md');
const architecture = read('docs/architecture.md');

/** The text from a heading to the next one of the same or a higher level. */
function section(text: string, heading: string): string {
  const [, level = ''] = /^(#+)/.exec(heading) ?? [];
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`there is no heading "${heading}"`);
  const after = text.slice(start + heading.length + 2);
  const next = new RegExp(`^#{1,${level.length}} `, 'm').exec(after);
  return next ? after.slice(0, next.index) : after;
}

/** The cells of every row of every table, without the rows that underline the headings. */
function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}

/** The row of a table whose first cell is this. */
function rowOf(text: string, firstCell: string): string[] | undefined {
  return tableRows(text).find(([first]) => first === firstCell);
}

function codeBlocks(text: string, language: string): string[] {
  return Array.from(text.matchAll(/^```(\w*)\n(.*?)\n```$/gms)).flatMap(([, found, content = '']) =>
    found === language ? [content] : [],
  );
}

const origin = 'https://data.example.org';

function libraryOf(tree: MemoryTree): DataLibrary {
  return new DataLibrary(memoryStore(tree));
}

async function answerTo(library: DataLibrary, request: Partial<ApiRequest> & { path: string }): Promise<ApiAnswer> {
  const { method = 'GET', path, ifNoneMatch = null } = request;
  const answer = await answerRequest({ method, url: origin + path, ifNoneMatch }, { library, basePath: '/' });
  if (!answer) throw new Error(`${path} is not taken for a path of the interface`);
  return answer;
}

async function bodyText({ body }: ApiAnswer): Promise<string> {
  if (body === null) return '';
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

let fixture: DataLibrary;
beforeAll(async () => {
  fixture = libraryOf((await fixtureTree()).tree);
});

describe('The interface document', () => {
  it('describes every parameter in the words of the code, in its order', () => {
    const described = tableRows(section(api, '## Parameters')).slice(1);
    const demanded = parameters.map((parameter: ParameterDescription) => [
      `\`${parameter.name}\``,
      parameter.type,
      parameter.default === undefined ? 'absent' : `\`${parameter.default}\``,
      parameter.allowed,
      parameter.meaning,
    ]);
    expect(described).toEqual(demanded);
  });

  const catalogue = Object.entries(problems).map(([code, make]): Problem & { readonly code: string } => {
    // An empty list can be written, cut, joined and mapped: every problem can be made of it, and leaves its gaps empty.
    const problem = (make as (...details: readonly unknown[]) => Problem)([], [], []);
    expect(problem.code).toBe(code);
    return problem;
  });

  it.each(catalogue)('lists the problem $code with its status and messages', (problem) => {
    const [, status, , developerMessage = '', clientMessage] =
      rowOf(section(api, '## Errors'), `\`${problem.code}\``) ?? [];
    expect(status).toBe(String(problem.status));
    expect(clientMessage).toBe(problem.clientMessage);
    expect(developerMessage.replace(/\*[^*]+\*/g, '')).toContain(problem.developerMessage.replaceAll('""', ''));
  });

  it('lists no problem that does not exist', () => {
    const listed = tableRows(section(api, '## Errors')).filter(([, status]) => /^\d{3}$/.test(status ?? ''));
    expect(listed.map(([code]) => code)).toEqual(catalogue.map(({ code }) => `\`${code}\``));
  });

  it('describes exactly the headers that answers carry', async () => {
    const path = '/webapi/v1/RawData?pageNumber=1';
    const tagged = await answerTo(fixture, { path });
    const outOfReach = libraryOf(new MemoryTree());
    const answers = [
      tagged,
      await answerTo(fixture, { path, ifNoneMatch: tagged.headers['ETag'] ?? '' }),
      await answerTo(fixture, { path, method: 'HEAD' }),
      await answerTo(fixture, { path, method: 'OPTIONS' }),
      await answerTo(fixture, { path, method: 'PUT' }),
      await answerTo(fixture, { path: '/webapi/v1/RawData' }),
      await answerTo(fixture, { path: '/webapi/v1/RawData/x' }),
      await answerTo(outOfReach, { path }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 204, 405, 200, 404, 503]);
    const carried = new Set(answers.flatMap(({ headers }) => Object.keys(headers)));
    const rows = tableRows(section(api, '## Headers')).slice(1);
    const described = rows.flatMap(([names = '']) => Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
    const addedByHosts = ['Content-Encoding', 'Vary'];
    expect([...described].sort()).toEqual([...carried, ...addedByHosts].sort());
  });

  const typeWords = { integer: 'integer', number: 'number', text: 'text', dateTime: 'date and time' } as const;
  const nullWords = { never: 'never', documented: 'yes', tolerated: 'rarely' } as const;

  it.each(datasets)('describes every field of $name in the words of the code, in its order', ({ name, fields }) => {
    const described = tableRows(section(api, `### ${name}`)).slice(1);
    const demanded = fields.map((field: FieldDescription) => [
      `\`${field.name}\``,
      typeWords[field.type] + (field.unit === undefined ? '' : `, ${field.unit}`),
      nullWords[field.nulls],
      field.meaning +
        (field.knownValues ? ` One of ${field.knownValues.map((value) => `"${value}"`).join(', ')}.` : ''),
    ]);
    expect(described).toEqual(demanded);
  });

  it('names every sort key and every dataset’s meaning', () => {
    for (const { name, meaning, sortKey } of datasets) {
      expect(rowOf(section(api, '## Order and ties'), `\`${name}\``)?.[1]).toBe(`\`${sortKey.field}\``);
      expect(section(api, `### ${name}`)).toContain(meaning);
    }
  });

  it('lists every path', () => {
    const paths = section(api, '## Paths');
    for (const path of knownPaths('/')) expect(paths).toContain(`\`${path}\``);
    const statics = section(api, '## Static files');
    for (const path of [
      completeArrayPath('{Dataset}'),
      recordPath('{Dataset}', 0).replace('/0/', '/{id}/'),
      staticPagePath('{Dataset}', 'asc', 0).replace('/0.', '/{n}.'),
      staticPagePath('{Dataset}', 'desc', 0).replace('/0.', '/{n}.'),
    ]) {
      expect(statics).toContain(`\`/${path}\``);
    }
    expect(statics).toContain(`of ${staticPageSize} records`);
  });

  const examples = codeBlocks(api, 'http').map((block) => {
    const [request = '', , status = '', ...rest] = block.split('\n');
    const [method = '', path = ''] = request.split(' ');
    return { request, method, path, status, headerLines: rest.slice(0, -1), body: rest.at(-1) ?? '' };
  });

  it('has an example of most kinds of answer', () => {
    expect(examples.length).toBeGreaterThanOrEqual(12);
  });

  it.each(examples)('shows what $request is answered', async ({ method, path, status, headerLines, body }) => {
    const answer = await answerTo(fixture, { method, path });
    expect(String(answer.status)).toBe(status);
    for (const line of headerLines) {
      const colon = line.indexOf(': ');
      expect(answer.headers[line.slice(0, colon)]).toBe(line.slice(colon + 2));
    }
    const text = await bodyText(answer);
    const [start = '', end] = body.split('…');
    if (end === undefined) expect(text).toBe(body);
    else expect([text.slice(0, start.length), text.slice(-end.length)]).toEqual([start, end]);
  });
});

describe('The format document', () => {
  it('names the magic, the versions and the kinds of file', () => {
    const [magic, kinds, version] = [0, 4, 5].map((offset) => rowOf(section(dataFormat, '### Header'), String(offset)));
    const file = encodeIdentifierBlock([]);
    expect(magic?.[2]).toContain(`\`${hexadecimal(file.subarray(0, 4))}\``);
    expect(kinds?.[2]).toBe(
      `file kind: ${Object.entries(fileKinds)
        .map(([name, kind]) => `${kind} ${name}`)
        .join(', ')}`,
    );
    expect(version?.[2]).toBe(`format version: ${file[5] ?? 'none'}`);
    expect(dataFormat).toContain(`{"format":"${manifestFormat}","version":${manifestVersion},"checksum":`);
    expect(section(dataFormat, '## Changelog')).toContain(`- **${manifestVersion}** `);
  });

  it('names every path of the tree', () => {
    const paths = [
      manifestPath,
      dataFilePath({ hash: '<hash>', extension: 'json' }),
      dataFilePath({ hash: '<hash>', extension: 'bin' }),
      completeArrayPath('<Dataset>'),
      recordPath('<Dataset>', 0).replace('/0/', '/<identifier>/'),
      staticPagePath('<Dataset>', 'asc', 0).replace('/0.', '/<n>.'),
      staticPagePath('<Dataset>', 'desc', 0).replace('/0.', '/<n>.'),
    ];
    for (const path of paths) expect(dataFormat).toContain(`\`${path}\``);
  });

  it('shows in its worked example what the encoders give', async () => {
    const example = section(dataFormat, '## Worked example');
    const { texts, files } = await workedExample();
    expect(codeBlocks(example, 'json')).toEqual(texts);
    expect(codeBlocks(example, 'hex')).toEqual(files.map(dump));
    for (const bytes of [...texts.slice(0, -1).map((text) => new TextEncoder().encode(text)), ...files]) {
      const extension = files.includes(bytes) ? 'bin' : 'json';
      const path = dataFilePath({ hash: await contentHash(bytes), extension });
      expect(example).toContain(`${bytes.length} bytes, \`${path}\``);
    }
  });
});

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/** Sixteen bytes a line, after the offset of the first. */
function dump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += 16) {
    lines.push(`${offset.toString(16).padStart(4, '0')}  ${hexadecimal(bytes.subarray(offset, offset + 16))}`);
  }
  return lines.join('\n');
}

describe('The publishing document', () => {
  it('lists every finding in the words of the code, and no other', () => {
    const listed = tableRows(section(publishing, '## Findings')).slice(1);
    const demanded = Object.entries(findingKinds).map(([code, { severity, title, whatToDo }]) => [
      `\`${code}\``,
      severity,
      title,
      whatToDo,
    ]);
    expect(listed).toEqual(demanded);
  });

  const optionsIn = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]*/g))].sort();
  const optionsListed = (heading: string): string[] =>
    optionsIn(
      tableRows(section(publishing, heading))
        .map(([first]) => first)
        .join('\n'),
    );

  it('lists the options of the build, and no other', () => {
    expect(optionsListed('## The command')).toEqual([...optionsIn(usage), '--help'].sort());
    const { rawDataRecords, seed } = defaultSampleOptions;
    expect(rowOf(publishing, '`--records N`')?.[1]).toBe(`\`${rawDataRecords}\``);
    expect(rowOf(publishing, '`--seed N`')?.[1]).toBe(`\`${seed}\``);
  });

  it('lists the options of the Node host, and no other', () => {
    const [, hostUsage = ''] = /'(Usage: npm run serve [^']*)'/.exec(read('hosts/node/main.ts')) ?? [];
    expect(optionsIn(hostUsage)).toContain('--dir');
    expect(optionsListed('## Serving with the Node host')).toEqual(optionsIn(hostUsage));
  });
});

describe('The documents together', () => {
  const decisions = readdirSync(join(root, 'docs/decisions'));
  const documents = ['README.md', ...readdirSync(join(root, 'docs'), { recursive: true }).map((path) => `docs/${path}`)]
    .filter((path) => path.endsWith('.md') && existsSync(join(root, path)))
    .sort();

  it.each(documents)('%s links only to what is there', (path) => {
    const prose = read(path).replace(/^```.*?^```$/gms, '');
    const links = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
    const broken = links.filter((link) => !/^[a-z]+:/i.test(link) && !leadsSomewhere(path, link));
    expect(broken).toEqual([]);
  });

  it.each(decisions)('%s is a short record with a number, a context, a choice and a consequence', (name) => {
    const text = read(`docs/decisions/${name}`);
    expect(text.trimEnd().split('\n').length).toBeLessThan(20);
    expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)} `));
    for (const part of ['**Context.**', '**Choice.**', '**Consequence.**']) expect(text).toContain(part);
    expect(architecture).toContain(`](decisions/${name})`);
  });

  it('numbers the decisions without gaps', () => {
    expect(decisions.map((name) => Number(name.slice(0, 4))).sort((a, b) => a - b)).toEqual(
      decisions.map((_, index) => index + 1),
    );
  });
});

function leadsSomewhere(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : join(dirname(path), file);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor);
}

/** The anchors that code hosts give to headings. */
function anchorsOf(path: string): Set<string> {
  const headings = Array.from(read(path).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
