import { expectedPage, expectedProblem, linksWithQuery, type ContractCase } from '../contract-case.ts';
import { arrayText, inOrder, type DatasetName, type Order, oracleRecords } from '../oracle.ts';

const datasets: readonly DatasetName[] = ['CoastalFeatures', 'RawData'];
const orders: readonly Order[] = ['desc', 'asc'];

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

function* completeCases(): Generator<ContractCase> {
  for (const dataset of datasets) {
    for (const [description, path, order] of completeSpellings) {
      const body = arrayText(inOrder(dataset, order));
      const length = String(new TextEncoder().encode(body).length);
      yield {
        name: `${dataset} ${description} is the complete array, ${order}`,
        path: path(dataset),
        expected: { status: 200, body, headers: { 'Content-Length': length } },
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

function* pageCases(): Generator<ContractCase> {
  for (const dataset of datasets) {
    for (const order of orders) {
      const records = inOrder(dataset, order);
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

function* pageSpellingCases(): Generator<ContractCase> {
  for (const dataset of datasets) {
    for (const [query, page, size] of pageSpellings) {
      yield {
        name: `${dataset}${query} is page ${page} of ${size} records`,
        path: `/webapi/v1/${dataset}${query}`,
        expected: expectedPage({
          records: inOrder(dataset, 'desc'),
          page,
          size,
          linkTo: linksWithQuery(`/webapi/v1/${dataset}?`, size, 'desc'),
        }),
      };
    }
  }
}

const beyondLast: readonly (readonly [dataset: DatasetName, query: string, maximum: number, supplied: string])[] = [
  ['CoastalFeatures', 'pageNumber=29', 28, '29'],
  ['CoastalFeatures', 'pageNumber=2&pageSize=274', 1, '2'],
  ['CoastalFeatures', 'pageNumber=275&pageSize=1&sortOrder=asc', 274, '275'],
  ['CoastalFeatures', 'pageNumber=1e300', 28, '1e+300'],
  ['RawData', 'pageNumber=52', 51, '52'],
  ['RawData', 'pageNumber=504&pageSize=1', 503, '504'],
  ['RawData', 'pageNumber=2&pageSize=503', 1, '2'],
  ['RawData', 'pageNumber=2&pageSize=1e300', 1, '2'],
  ['RawData', 'pageNumber=9007199254740993&sortOrder=asc', 51, '9007199254740992'],
];

function* beyondLastCases(): Generator<ContractCase> {
  for (const [dataset, query, maximum, supplied] of beyondLast) {
    yield {
      name: `${dataset}?${query} is beyond the last page`,
      path: `/webapi/v1/${dataset}?${query}`,
      expected: expectedProblem(
        400,
        `The maximum page number allowed is ${maximum}, and the page number supplied was ${supplied}. ` +
          'A page number above the maximum is treated as an error.',
        'The page could not be retrieved.',
      ),
    };
  }
}

export const listCases: readonly ContractCase[] = [
  ...completeCases(),
  ...pageCases(),
  ...pageSpellingCases(),
  ...beyondLastCases(),
];

const tableNames: Readonly<Record<DatasetName, string>> = {
  CoastalFeatures: 'coastal features table',
  RawData: 'raw sighting table',
};

/** The hand-written records, which have the difficult values, and every tenth of the others. */
function* foundCases(): Generator<ContractCase> {
  for (const dataset of datasets) {
    for (const [index, record] of oracleRecords[dataset].entries()) {
      if (index >= 24 && index % 10 !== 0) continue;
      yield {
        name: `${dataset}/${record.identifier} is the record with this identifier`,
        path: `/webapi/v1/${dataset}/${record.identifier}`,
        expected: {
          status: 200,
          body: record.text,
          headers: { 'Content-Length': String(new TextEncoder().encode(record.text).length) },
        },
      };
    }
  }
}

function* recordSpellingCases(): Generator<ContractCase> {
  for (const dataset of datasets) {
    const [record] = oracleRecords[dataset];
    const { identifier, text } = record ?? { identifier: 0, text: '' };
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

/** An identifier as written in the path, and as quoted in the message. */
const missing: readonly (readonly [segment: string, quoted: string])[] = [
  ['2', '2'],
  ['0', '0'],
  ['-1', '-1'],
  ['+1', '+1'],
  ['1.0', '1.0'],
  ['1e0', '1e0'],
  ['0x1', '0x1'],
  ['abc', 'abc'],
  ['null', 'null'],
  ['NaN', 'NaN'],
  ['1%20', '1 '],
  ['999999999', '999999999'],
  ['9007199254740992', '9007199254740992'],
  ['99999999999999999999999999', '99999999999999999999999999'],
  ['%F0%9F%A6%88', '🦈'],
  ['%22quoted%22', '"quoted"'],
  ['%zz', '%zz'],
  ['index.json', 'index'],
];

function* missingCases(): Generator<ContractCase> {
  for (const dataset of datasets) {
    for (const [segment, quoted] of missing) {
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

export const recordCases: readonly ContractCase[] = [...foundCases(), ...recordSpellingCases(), ...missingCases()];
