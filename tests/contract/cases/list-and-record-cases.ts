import { expectedPage, expectedProblem, expectedText, linksWithQuery, type ContractCase } from '../contract-case.ts';
import { arrayText, datasetNames, type DatasetName, type Oracle, type Order, orders } from '../oracle.ts';

/** Equivalent spellings of a request for the complete array. */
const completeSpellings: readonly (readonly [description: string, path: (dataset: string) => string, order: Order])[] =
  [
    ['without parameters', (dataset) => `/webapi/v1/${dataset}`, 'desc'],
    ['with a trailing slash', (dataset) => `/webapi/v1/${dataset}/`, 'desc'],
    ['with an empty query', (dataset) => `/webapi/v1/${dataset}?`, 'desc'],
    ['with sortOrder desc', (dataset) => `/webapi/v1/${dataset}?sortOrder=desc`, 'desc'],
    ['with sortOrder asc', (dataset) => `/webapi/v1/${dataset}?sortOrder=asc`, 'asc'],
    ['with sortOrder in capitals, after a trailing slash', (dataset) => `/webapi/v1/${dataset}/?sortOrder=ASC`, 'asc'],
    ['with the parameter in capitals', (dataset) => `/webapi/v1/${dataset}?SORTORDER=Asc`, 'asc'],
    ['with the dataset in lower case', (dataset) => `/webapi/v1/${dataset.toLowerCase()}`, 'desc'],
    ['with the dataset in capitals', (dataset) => `/webapi/v1/${dataset.toUpperCase()}/`, 'desc'],
    ['with pageNumber null', (dataset) => `/webapi/v1/${dataset}?pageNumber=null`, 'desc'],
    ['with pageNumber empty', (dataset) => `/webapi/v1/${dataset}?pageNumber=`, 'desc'],
    ['with pageNumber without a value', (dataset) => `/webapi/v1/${dataset}?pageNumber`, 'desc'],
    ['with a page size but no page number', (dataset) => `/webapi/v1/${dataset}?pageSize=3`, 'desc'],
    [
      'with all search parameters empty',
      (dataset) => `/webapi/v1/${dataset}?latitude=&longitude=&rangeInM=&searchStyle=`,
      'desc',
    ],
    ['with unknown parameters', (dataset) => `/webapi/v1/${dataset}?format=xml&%zz=1&&=&a=b=c`, 'desc'],
    [
      'with the first of repeated parameters',
      (dataset) => `/webapi/v1/${dataset}?sortOrder=asc&sortorder=desc&sortOrder=up`,
      'asc',
    ],
    ['with percent-encoded names and values', (dataset) => `/webapi/v1/${dataset}?%73ortOrder=%61sc`, 'asc'],
    [
      'with a percent-encoded dataset',
      (dataset) => `/webapi/v1/%${dataset.charCodeAt(0).toString(16)}${dataset.slice(1)}`,
      'desc',
    ],
  ];

function* completeCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    for (const [description, path, order] of completeSpellings) {
      yield {
        name: `${dataset} ${description} is the complete array, ${order}`,
        path: path(dataset),
        expected: expectedText(arrayText(oracle.inOrder(dataset, order))),
      };
    }
  }
}

/** Pages at both ends, in the middle, inside groups of ties and across shards. */
const pagesBySize: readonly (readonly [size: number, pages: readonly number[]])[] = [
  [1, [1, 2, 150, 200]],
  [3, [1, 20, 57, 91]],
  [7, [1, 2, 25, 39]],
  [10, [1, 2, 13, 20, 27]],
  [100, [1, 2, 3]],
  [137, [1, 2]],
  [1000, [1]],
];

function* pageCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    for (const order of orders) {
      const records = oracle.inOrder(dataset, order);
      for (const [size, pages] of pagesBySize) {
        for (const page of pages) {
          yield {
            name: `${dataset} page ${page} of ${size} records, ${order}`,
            path: `/webapi/v1/${dataset}?pageNumber=${page}&pageSize=${size}&sortOrder=${order}`,
            expected: expectedPage({
              records,
              page,
              size,
              linkTo: linksWithQuery(`/webapi/v1/${dataset}?`, size, order),
            }),
          };
        }
      }
    }
  }
}

/** Spellings of numbers and names in a request for a page. */
const pageSpellings: readonly (readonly [query: string, page: number, size: number])[] = [
  ['?pageNumber=2', 2, 10],
  ['/?pageNumber=2', 2, 10],
  ['?PAGENUMBER=2&pagesize=5', 2, 5],
  ['?pageNumber=+2&pageSize=5', 2, 5],
  ['?pageNumber=%2B2&pageSize=5', 2, 5],
  ['?pageNumber=2.0&pageSize=5.', 2, 5],
  ['?pageNumber=0.2e1&pageSize=50e-1', 2, 5],
  ['?pageNumber=02&pageSize=005', 2, 5],
  ['?pageNumber=2&pageSize=', 2, 10],
  ['?pageSize=5&sortOrder=&pageNumber=2', 2, 5],
  ['?pageNumber=2&pageNumber=3&pageSize=5&pageSize=0', 2, 5],
  ['?pageNumber=1&pageSize=9007199254740993', 1, 9007199254740992],
  ['?pageNumber=1&pageSize=1e300', 1, 1e300],
  ['?pageNumber=1&pageSize=2147483648', 1, 2147483648],
];

function* pageSpellingCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    for (const [query, page, size] of pageSpellings) {
      yield {
        name: `${dataset}${query} is page ${page} of ${size} records`,
        path: `/webapi/v1/${dataset}${query}`,
        expected: expectedPage({
          records: oracle.inOrder(dataset, 'desc'),
          page,
          size,
          linkTo: linksWithQuery(`/webapi/v1/${dataset}?`, size, 'desc'),
        }),
      };
    }
  }
}

function* beyondLastCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    const records = oracle.inOrder(dataset, 'desc');
    const next = (size: number): number => Math.ceil(records.length / size) + 1;
    const beyondLast: readonly (readonly [query: string, page: number, size: number])[] = [
      [`pageNumber=${next(10)}`, next(10), 10],
      [`pageNumber=2&pageSize=${records.length}`, 2, records.length],
      [`pageNumber=${next(1)}&pageSize=1&sortOrder=asc`, next(1), 1],
      ['pageNumber=1e300', 1e300, 10],
      ['pageNumber=2&pageSize=1e300', 2, 1e300],
      ['pageNumber=9007199254740993&sortOrder=asc', 9007199254740992, 10],
    ];
    for (const [query, page, size] of beyondLast) {
      yield {
        name: `${dataset}?${query} is beyond the last page`,
        path: `/webapi/v1/${dataset}?${query}`,
        expected: expectedPage({ records, page, size, linkTo: String }),
      };
    }
  }
}

export function listCases(oracle: Oracle): readonly ContractCase[] {
  return [...completeCases(oracle), ...pageCases(oracle), ...pageSpellingCases(oracle), ...beyondLastCases(oracle)];
}

const tableNames: Readonly<Record<DatasetName, string>> = {
  CoastalFeatures: 'coastal features table',
  RawData: 'raw sighting table',
};

/** The first records, which in the fixture have the difficult values, and about fifty of the others. */
function* foundCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    const records = oracle.records[dataset];
    const step = Math.ceil(records.length / 50);
    for (const [index, { identifier, text }] of records.entries()) {
      if (index >= 24 && index % step !== 0) continue;
      yield {
        name: `${dataset}/${identifier} is the record with this identifier`,
        path: `/webapi/v1/${dataset}/${identifier}`,
        expected: expectedText(text),
      };
    }
  }
}

function* recordSpellingCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    for (const { identifier, text } of oracle.records[dataset].slice(0, 1)) {
      const paths: readonly string[] = [
        `/webapi/v1/${dataset}/${identifier}/`,
        `/webapi/v1/${dataset.toLowerCase()}/${identifier}`,
        `/webapi/v1/${dataset}/${identifier}?`,
        `/webapi/v1/${dataset}/${identifier}/?pageNumber=7`,
        `/webapi/v1/${dataset}/${identifier}?latitude=nonsense&rangeInM=-1`,
        `/webapi/v1/${dataset}/00${identifier}`,
        `/webapi/v1/${dataset}/%3${String(identifier)[0] ?? ''}${String(identifier).slice(1)}`,
      ];
      for (const path of paths) {
        yield { name: `${path} is the record ${identifier}`, path, expected: { status: 200, body: text } };
      }
    }
  }
}

/** An identifier as written in the path, and as quoted in the message. */
const missing: readonly (readonly [segment: string, quoted: string])[] = [
  ['2', '2'],
  ['0', '0'],
  ['-1', '-1'],
  ['1.0', '1.0'],
  ['0x1', '0x1'],
  ['abc', 'abc'],
  ['1%20', '1 '],
  ['9007199254740992', '9007199254740992'],
  ['99999999999999999999999999', '99999999999999999999999999'],
  ['%F0%9F%A6%88', '🦈'],
  ['%22quoted%22', '"quoted"'],
  ['%zz', '%zz'],
  ['index.json', 'index'],
];

function* missingCases(oracle: Oracle): Generator<ContractCase> {
  for (const dataset of datasetNames) {
    for (const [segment, quoted] of missing) {
      if (oracle.mayHave(dataset, quoted)) continue;
      yield {
        name: `${dataset}/${segment} is not found`,
        path: `/webapi/v1/${dataset}/${segment}`,
        expected: expectedProblem(
          404,
          `There is no such ID in the ${tableNames[dataset]}: "${quoted}".`,
          'The item is no longer available.',
        ),
      };
    }
  }
}

export function recordCases(oracle: Oracle): readonly ContractCase[] {
  return [...foundCases(oracle), ...recordSpellingCases(oracle), ...missingCases(oracle)];
}
