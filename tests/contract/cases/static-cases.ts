import Flatbush from 'flatbush';

import { parameters } from '../../../core/query/parameters.ts';
import { staticPageSize } from '../../../core/storage/format/layout.ts';
import { expectedPage, expectedProblem, expectedText, type ContractCase, type Expected } from '../contract-case.ts';
import { arrayText, datasetNames, type DatasetName, type Oracle, type Order, orders } from '../oracle.ts';
import { preflight, refusedMethod } from './method-cases.ts';
import { knownPaths } from './refusal-cases.ts';

/* Static paths: plain files in a static target. Hosts that run the handler respond to them too. */

const countPages = (oracle: Oracle, dataset: DatasetName): number =>
  Math.ceil(oracle.records[dataset].length / staticPageSize);

function* arrayCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    const expected = expectedText(arrayText(oracle.inOrder(dataset, 'desc')));
    for (const path of [
      `/webapi/v1/${dataset}.json`,
      `/webapi/v1/${dataset.toLowerCase()}.json`,
      `/webapi/v1/${dataset.toUpperCase()}.json`,
      `/webapi/v1/${dataset}.json?`,
      `/webapi/v1/${dataset}.json?format=csv&v=2&%zz`,
      `/webapi/v1/${dataset}.json?pageNumber=null&pageSize=&latitude`,
      `/webapi/v1/${dataset}%2Ejson`,
      `/webapi/v1/${dataset}.%6ason`,
    ]) {
      yield { name: `${path} is the complete array`, path, expected };
    }
  }
}

function* recordCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    const records = oracle.records[dataset];
    const step = Math.ceil(records.length / 25);
    for (const [index, { identifier, text }] of records.entries()) {
      if (index >= 24 && index % step !== 0) continue;
      const path = `/webapi/v1/${dataset}/${identifier}.json`;
      yield { name: `${path} is the record`, path, expected: expectedText(text) };
    }
    const { identifier, text } = oracle.first(dataset);
    for (const path of [
      `/webapi/v1/${dataset.toLowerCase()}/${identifier}.json`,
      `/webapi/v1/${dataset}/${identifier}.json?`,
      `/webapi/v1/${dataset}/${identifier}.json?v=2&pageNumber=`,
      `/webapi/v1/${dataset}/00${identifier}.json`,
      `/webapi/v1/${dataset}/${identifier}%2ejson`,
    ]) {
      yield { name: `${path} is the record ${identifier}`, path, expected: expectedText(text) };
    }
  }
}

/** The page as the handler sends it, and as a file, in which links are relative. */
function pageExpectations(
  oracle: Oracle,
  dataset: DatasetName,
  order: Order,
  page: number,
): Pick<ContractCase, 'expected' | 'expectedAsFile'> {
  const root = `/webapi/v1/${dataset}/pages/${order}/`;
  const whole = { records: oracle.inOrder(dataset, order), page, size: staticPageSize };
  const byHandler = expectedPage({ ...whole, linkTo: (number) => `{origin}${root}${number}.json` });
  if (byHandler.status !== 200) return { expected: byHandler };
  const { status, body } = expectedPage({ ...whole, linkTo: (number) => `${number}.json` });
  return { expected: byHandler, expectedAsFile: { status, body } };
}

function* pageCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    const last = countPages(oracle, dataset);
    for (const order of orders) {
      const pages = [1, 2, 3, Math.ceil(last / 2), last - 1, last].filter((page) => page > 0 && page <= last);
      for (const page of new Set(pages)) {
        const path = `/webapi/v1/${dataset}/pages/${order}/${page}.json`;
        yield { name: `${path} is a page`, path, ...pageExpectations(oracle, dataset, order, page) };
      }
    }
    const { expected, expectedAsFile } = pageExpectations(oracle, dataset, 'asc', 2);
    for (const path of [
      `/webapi/v1/${dataset.toLowerCase()}/pages/asc/2.json`,
      `/webapi/v1/${dataset}/pages/asc/2.json?`,
    ]) {
      yield { name: `${path} is a page`, path, expected, ...(expectedAsFile && { expectedAsFile }) };
    }
    for (const path of [
      `/webapi/v1/${dataset}/pages/asc/2.json?v=2&pageNumber=null`,
      `/webapi/v1/${dataset}/pages/asc/%32%2Ejson`,
      `/webapi/v1/${dataset}/p%61ges/%61sc/2.json`,
    ]) {
      yield { name: `${path} is a page`, path, expected };
    }
  }
}

const refused = (...given: readonly (readonly [name: string, value: string])[]): Expected =>
  expectedProblem(
    400,
    given
      .map(
        ([name, value]) =>
          `The parameter ${name} is "${value}"; it must be absent, because static paths take no parameters.`,
      )
      .join(' '),
    'The request could not be understood.',
  );

function* parameterCases(oracle: Oracle): Generator<ContractCase> {
  const { identifier } = oracle.first('RawData');
  const paths = ['RawData.json', `RawData/${identifier}.json`, 'RawData/999999999.json', 'RawData/pages/desc/1.json'];
  const queries: readonly (readonly [query: string, expected: Expected])[] = [
    ...parameters.map(({ name }) => [`${name}=%31`, refused([name, '1'])] as const),
    ['v=2&PAGESIZE=20&pagesize=30', refused(['pageSize', '20'])],
    ['longitude=115.7&latitude=-32', refused(['latitude', '-32'], ['longitude', '115.7'])],
  ];
  for (const path of paths) {
    for (const [query, expected] of queries) {
      yield { name: `${path}?${query} is refused`, path: `/webapi/v1/${path}?${query}`, expected };
    }
  }
}

function* beyondLastCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    const last = countPages(oracle, dataset);
    for (const [number, shown] of [
      [last + 1, last + 1],
      ['99999999999999999999999', '1e+23'],
    ] as const) {
      yield {
        name: `static page ${number} of ${dataset} is beyond the last page`,
        path: `/webapi/v1/${dataset}/pages/desc/${number}.json`,
        expected: expectedProblem(
          400,
          `The maximum page number allowed is ${last}, and the page number supplied was ${shown}. ` +
            'A page number above the maximum is treated as an error.',
          'The page could not be retrieved.',
        ),
      };
    }
  }
}

/** An identifier as written in the path, and as quoted in the message. */
const missing: readonly (readonly [segment: string, quoted: string])[] = [
  ['2.json', '2'],
  ['99999999999999999999999999.json', '99999999999999999999999999'],
  ['abc.json', 'abc'],
  ['.json', '.json'],
  ['1.flatbush', '1.flatbush'],
  ['1.json/', '1.json'],
  ['1.json.json', '1.json'],
  ['1.JSON', '1.JSON'],
  [`${'9'.repeat(100)}.json`, '9'.repeat(100)],
  [`${'9'.repeat(101)}.json`, `${'9'.repeat(100)}…`],
];

function* missingCases(oracle: Oracle): Generator<ContractCase> {
  for (const [segment, quoted] of missing) {
    if (oracle.mayHave('RawData', quoted)) continue;
    yield {
      name: `RawData/${segment} is not found`,
      path: `/webapi/v1/RawData/${segment}`,
      expected: expectedProblem(
        404,
        `There is no such ID in the raw sighting table: "${quoted}".`,
        'The item is no longer available.',
      ),
    };
  }
}

const unknown: readonly string[] = [
  ...['Sharks.flatbush', 'RawData.FLATBUSH', 'RawData.flatbush/', 'RawData.points', 'points.json', '.flatbush'],
  ...['.json', 'Sharks.json', 'RawData.JSON', 'RawData.json/', 'RawData.json.json', 'RawData.json/46307'],
  ...['RawData%2F46307.json', 'RawData/pages/1.json', 'RawData/pages/desc'],
  ...['0', '00', '01', '-1', '+1', '1.0', '1e0', 'x', 'index', 'desc'].map((page) => `RawData/pages/desc/${page}.json`),
  ...['RawData/pages/desc/1', 'RawData/pages/desc/', 'RawData/pages/desc/1.JSON', 'RawData/pages/desc/1.json/'],
  ...['RawData/pages/DESC/1.json', 'RawData/Pages/desc/1.json', 'RawData/pages/up/1.json', 'RawData/pages//1.json'],
  ...['RawData/pages/desc/1/1.json', 'RawData/46307/pages/desc/1.json', 'pages/desc/1.json'],
];

function* unknownCases(): Generator<ContractCase> {
  for (const path of unknown.map((each) => `/webapi/v1/${each}`)) {
    yield {
      name: `${path} is an unknown path`,
      path,
      expected: expectedProblem(404, `Unknown path: "${path}". ${knownPaths}`, 'The item is no longer available.'),
    };
  }
}

function* methodCases(oracle: Oracle): Generator<ContractCase> {
  const { identifier, text } = oracle.first('CoastalFeatures');
  const array = arrayText(oracle.inOrder('CoastalFeatures', 'desc'));
  const page = pageExpectations(oracle, 'CoastalFeatures', 'desc', 1);
  const responses: readonly (readonly [path: string, response: Pick<ContractCase, 'expected' | 'expectedAsFile'>])[] = [
    ['/webapi/v1/CoastalFeatures.json', { expected: expectedText(array) }],
    [`/webapi/v1/CoastalFeatures/${identifier}.json`, { expected: expectedText(text) }],
    ['/webapi/v1/CoastalFeatures/pages/desc/1.json', page],
  ];
  for (const [path, response] of responses) yield* otherRequests(path, response);
}

/** Requests for a file with other methods, and with its entity tag. */
function* otherRequests(
  path: string,
  response: Pick<ContractCase, 'expected' | 'expectedAsFile'>,
): Generator<ContractCase> {
  yield { name: `HEAD ${path} has no body`, method: 'HEAD', path, ...response };
  yield preflight(path);
  for (const method of ['POST', 'DELETE']) yield refusedMethod(method, path);
  for (const [description, ifNoneMatch] of [
    ['its tag', (tag: string) => tag],
    ['an asterisk', () => '*'],
  ] as const) {
    const name = `${path} with ${description} in If-None-Match is not modified`;
    yield { name, path, ifNoneMatch, expected: { status: 304, body: null } };
  }
}

/**
 * The files of a dataset's index, built with the library alone: the tree of its points, and the records at each point.
 */
function buildExpectedIndex(
  oracle: Oracle,
  dataset: DatasetName,
): { readonly flatbush: Uint8Array; readonly records: string } {
  const points = new Map<string, readonly [longitude: number, latitude: number]>();
  const byIdentifier = [...oracle.records[dataset]].sort((a, b) => a.identifier - b.identifier);
  for (const point of byIdentifier.flatMap((record) => record.points)) {
    if (!points.has(point.join())) points.set(point.join(), point);
  }
  const tree = new Flatbush(points.size);
  for (const [longitude, latitude] of points.values()) tree.add(longitude, latitude);
  tree.finish();
  const idsOfPoints = new Map([...points.keys()].map((key): [string, number[]] => [key, []]));
  for (const { identifier, points: pointsOfRecord } of oracle.inOrder(dataset, 'desc')) {
    for (const key of new Set(pointsOfRecord.map((point) => point.join()))) idsOfPoints.get(key)?.push(identifier);
  }
  const offsets = [0];
  for (const ids of idsOfPoints.values()) offsets.push((offsets.at(-1) ?? 0) + ids.length);
  return {
    flatbush: new Uint8Array(tree.data),
    records: `{"dataVersion":"{dataVersion}","offsets":[${offsets.join()}],"ids":[${[...idsOfPoints.values()].flat().join()}]}`,
  };
}

function* indexCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    const { flatbush, records } = buildExpectedIndex(oracle, dataset);
    const files: readonly (readonly [path: string, expected: Expected])[] = [
      [
        `${dataset}.flatbush`,
        { status: 200, body: null, bytes: flatbush, headers: { 'Content-Type': 'application/octet-stream' } },
      ],
      [`${dataset}.points.json`, { status: 200, body: records }],
    ];
    for (const [file, expected] of files) {
      const path = `/webapi/v1/${file}`;
      for (const spelling of [path, `/webapi/v1/${file.toLowerCase()}`, `${path}?`]) {
        yield { name: `${spelling} is a file of the index`, path: spelling, expected };
      }
      yield { name: `${path} ignores unknown parameters`, path: `${path}?v=2`, expected };
      yield* otherRequests(path, { expected });
      yield {
        name: `${path} with a parameter is refused`,
        path: `${path}?pageSize=5`,
        expected: refused(['pageSize', '5']),
      };
    }
  }
}

export function staticCases(oracle: Oracle): readonly ContractCase[] {
  return [
    ...indexCases(oracle),
    ...arrayCases(oracle),
    ...recordCases(oracle),
    ...pageCases(oracle),
    ...parameterCases(oracle),
    ...beyondLastCases(oracle),
    ...missingCases(oracle),
    ...unknownCases(),
    ...methodCases(oracle),
  ];
}

const documentNames = ['index.json', 'openapi.json'] as const;
type DocumentName = (typeof documentNames)[number];

/** The response with a document: the file that the build wrote. Its content is tested elsewhere. */
const expectedDocument = (name: DocumentName): Expected => ({
  status: 200,
  body: null,
  document: { manifestPath: '/data/manifest.json', name },
});

function* documentCasesFor(name: DocumentName): Generator<ContractCase> {
  const path = `/webapi/v1/${name}`;
  const expected = expectedDocument(name);
  yield { name: `${path} is the document`, path, expected };
  yield { name: `${path} with an empty query is the document`, path: `${path}?`, expected };
  yield { name: `${path} ignores parameters`, path: `${path}?pageNumber=0&latitude=x`, expected };
  yield { name: `${path} can be percent-encoded`, path: path.replace('.', '%2E'), expected };
  yield* otherRequests(path, { expected });
  const other = documentNames.find((each) => each !== name) ?? name;
  yield {
    name: `the tag of ${other} does not match ${path}`,
    path,
    ifNoneMatch: (tag) => tag,
    tagPath: `/webapi/v1/${other}`,
    expected,
  };
}

export const documentCases: readonly ContractCase[] = documentNames.flatMap((name) => [...documentCasesFor(name)]);
