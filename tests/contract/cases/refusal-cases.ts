import type { ParameterName } from '../../../core/query/parameters.ts';
import { expectedProblem, type ContractCase } from '../contract-case.ts';

const notUnderstood = 'The request could not be understood.';

/** Values as written in the query, and as quoted in the message. */
type RefusedValues = readonly (readonly [written: string, quoted: string])[];

const notNumbers: RefusedValues = [
  ...['abc', 'NaN', 'Infinity', '-Infinity', '0x10', '1,5', '1e', '--1', '1_000', '1e999', '.'].map(asWritten),
  ['%201', ' 1'],
  ['1%20', '1 '],
  ['%F0%9F%A6%88', '🦈'],
];

function asWritten(value: string): readonly [string, string] {
  return [value, value];
}

interface ParameterCases {
  /** The end of the messages. */
  readonly allowed: string;
  /** Parameters sent before each value, so that the value is the only error. */
  readonly others: string;
  readonly accepted: readonly (string | number)[];
  readonly refused: RefusedValues;
}

export const casesOfParameters: Readonly<Record<ParameterName, ParameterCases>> = {
  pageNumber: {
    allowed: 'an integer of 1 or more',
    others: '',
    accepted: [1, 2, 1e15],
    refused: [...notNumbers, ...['0', '-1', '1.5', 'NULL'].map(asWritten)],
  },
  pageSize: {
    allowed: 'an integer of 1 or more',
    others: 'pageNumber=1&',
    accepted: [1, 1000],
    refused: [...notNumbers, ...['0', '-0', '0.5', 'null'].map(asWritten)],
  },
  sortOrder: {
    allowed: 'asc or desc',
    others: '',
    accepted: ['asc', 'desc'],
    refused: [...['up', 'ascending', '0', 'asc,desc'].map(asWritten), ['asc%20', 'asc ']],
  },
  latitude: {
    allowed: 'a number from -90 to 90, together with longitude',
    others: 'longitude=115&',
    accepted: [-90, 0, 90],
    refused: [...notNumbers, ...['90.0000001', '-91', '1e3', 'null'].map(asWritten)],
  },
  longitude: {
    allowed: 'a number from -180 to 180, together with latitude',
    others: 'latitude=-32&',
    accepted: [-180, 180],
    refused: [...notNumbers, ...['180.0000001', '-181', '360'].map(asWritten)],
  },
  rangeInM: {
    allowed: 'a number above 0, together with latitude and longitude',
    others: 'latitude=-32&longitude=115&',
    accepted: [0.001, 10_000],
    refused: [...notNumbers, ...['0', '-5', '1e-400', '10km'].map(asWritten)],
  },
  searchStyle: {
    allowed: 'InRadius or Nearest, together with latitude and longitude',
    others: 'latitude=-32&longitude=115&',
    accepted: ['InRadius', 'Nearest'],
    refused: [...['Circle', '1', 'null'].map(asWritten), ['InRadius%20', 'InRadius ']],
  },
};

const invalidMessage = (parameter: ParameterName, value: string): string =>
  `The parameter ${parameter} is "${value}"; it must be ${casesOfParameters[parameter].allowed}.`;
const missingMessage = (parameter: ParameterName): string =>
  `The parameter ${parameter} is missing; it must be ${casesOfParameters[parameter].allowed}.`;

function* refusedValueCases(): Generator<ContractCase> {
  for (const parameter of Object.keys(casesOfParameters) as ParameterName[]) {
    const { others, refused } = casesOfParameters[parameter];
    for (const [index, [written, quoted]] of refused.entries()) {
      const dataset = index % 2 === 0 ? 'RawData' : 'CoastalFeatures';
      const path = `/webapi/v1/${dataset}?${others}${parameter}=${written}`;
      yield {
        name: `${path} is refused`,
        path,
        expected: expectedProblem(400, invalidMessage(parameter, quoted), notUnderstood),
      };
    }
  }
}

const combinations: readonly (readonly [query: string, developerMessage: string])[] = [
  ['latitude=-32', missingMessage('longitude')],
  ['longitude=115', missingMessage('latitude')],
  ['latitude=-32&longitude=', missingMessage('longitude')],
  ['rangeInM=500', `${missingMessage('latitude')} ${missingMessage('longitude')}`],
  ['searchStyle=Nearest', `${missingMessage('latitude')} ${missingMessage('longitude')}`],
  ['searchStyle=InRadius&pageNumber=1', `${missingMessage('latitude')} ${missingMessage('longitude')}`],
  ['latitude=abc', `${invalidMessage('latitude', 'abc')} ${missingMessage('longitude')}`],
  [
    'searchStyle=x&rangeInM=0&longitude=181&latitude=91&sortOrder=y&pageSize=0&pageNumber=0',
    [
      invalidMessage('pageNumber', '0'),
      invalidMessage('pageSize', '0'),
      invalidMessage('sortOrder', 'y'),
      invalidMessage('latitude', '91'),
      invalidMessage('longitude', '181'),
      invalidMessage('rangeInM', '0'),
      invalidMessage('searchStyle', 'x'),
    ].join(' '),
  ],
  ['latitude=-32&longitude=115&searchStyle=Nearest&pageNumber=0', invalidMessage('pageNumber', '0')],
  ['latitude=-32&longitude=115&searchStyle=Nearest&pageSize=x', invalidMessage('pageSize', 'x')],
  ['pageNumber=0&pageNumber=1', invalidMessage('pageNumber', '0')],
  ['pageSize=0', invalidMessage('pageSize', '0')],
  [`sortOrder=${'x'.repeat(500)}`, invalidMessage('sortOrder', `${'x'.repeat(100)}…`)],
  ['sortOrder=%3Cscript%3E', invalidMessage('sortOrder', '<script>')],
  ['sortOrder=%00', invalidMessage('sortOrder', '\u0000')],
  ['sortOrder=%ff', invalidMessage('sortOrder', '%ff')],
];

function* combinationCases(): Generator<ContractCase> {
  for (const [query, developerMessage] of combinations) {
    const path = `/webapi/v1/RawData?${query}`;
    yield {
      name: `RawData?${query.slice(0, 100)} is refused`,
      path,
      expected: expectedProblem(400, developerMessage, notUnderstood),
    };
  }
}

/** The end of the message for an unknown path. */
export const knownPaths =
  'The known paths are /webapi/v1/CoastalFeatures, /webapi/v1/CoastalFeatures/{id}, /webapi/v1/CoastalFeatures.json, ' +
  '/webapi/v1/CoastalFeatures/{id}.json, /webapi/v1/CoastalFeatures/pages/{asc|desc}/{n}.json, ' +
  '/webapi/v1/CoastalFeatures.flatbush, /webapi/v1/CoastalFeatures.points.json, /webapi/v1/RawData, ' +
  '/webapi/v1/RawData/{id}, /webapi/v1/RawData.json, /webapi/v1/RawData/{id}.json, ' +
  '/webapi/v1/RawData/pages/{asc|desc}/{n}.json, /webapi/v1/RawData.flatbush, /webapi/v1/RawData.points.json, ' +
  '/webapi/v1/index.json, /webapi/v1/openapi.json.';

const unknownPaths: readonly string[] = [
  '/webapi',
  '/webapi/',
  '/webapi/v1',
  '/webapi/v1/',
  '/webapi/v2/RawData',
  '/webapi/v1/Sharks',
  '/webapi/v1/RawData2',
  '/webapi/v1//RawData',
  '/webapi/v1/RawData//',
  '/webapi/v1/RawData/46307/detail',
  // An encoded slash is part of a name, and no dataset has such a name.
  '/webapi/v1/RawData%2F46307',
  '/webapi/data/manifest.json',
  '/webapi/v1/%zz',
  '/webapi/v1/openapi.json/',
  '/webapi/v1/OpenAPI.json',
  '/webapi/v1/index.json/1',
  '/webapi/index.json',
];

/** Unknown paths that a case-insensitive match would find as files. */
const unknownSpellings: readonly string[] = [
  '/webapi/V1/RawData',
  '/webapi/V1/RawData.json',
  '/webapi/V1/RawData/46307',
  '/webapi/V1/RawData/pages/asc/1.json',
  '/webapi/V1/openapi.json',
  '/webapi/v1/RawData.JSON',
  '/webapi/v1/RawData/Pages/asc/1.json',
  '/webapi/v1/RawData/pages/ASC/1.json',
  '/webapi/v1/Index.json',
];

function* unknownPathCases(): Generator<ContractCase> {
  const unknown = (path: string): ContractCase['expected'] =>
    expectedProblem(404, `Unknown path: "${path}". ${knownPaths}`, 'The item is no longer available.');
  for (const path of unknownPaths) {
    yield { name: `${path} is an unknown path`, path: `${path}?pageNumber=1`, expected: unknown(path) };
  }
  for (const path of unknownSpellings) {
    yield { name: `${path} is an unknown path without a query`, path, expected: unknown(path) };
  }
}

export const refusalCases: readonly ContractCase[] = [
  ...refusedValueCases(),
  ...combinationCases(),
  ...unknownPathCases(),
];
