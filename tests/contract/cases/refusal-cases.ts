import type { ParameterName } from '../../../core/query/parameters.ts';
import { expectedProblem, type ContractCase } from '../contract-case.ts';

const notUnderstood = 'The request could not be understood.';

const allowed = {
  pageNumber: 'an integer of 1 or more',
  pageSize: 'an integer of 1 or more',
  sortOrder: 'asc or desc',
  latitude: 'a number from -90 to 90, together with longitude',
  longitude: 'a number from -180 to 180, together with latitude',
  rangeInM: 'a number above 0, together with latitude and longitude',
  searchStyle: 'InRadius or Nearest, together with latitude and longitude',
} as const satisfies Record<ParameterName, string>;
type Parameter = keyof typeof allowed;

const invalidMessage = (parameter: Parameter, value: string): string =>
  `The parameter ${parameter} is "${value}"; it must be ${allowed[parameter]}.`;
const missingMessage = (parameter: Parameter): string =>
  `The parameter ${parameter} is missing; it must be ${allowed[parameter]}.`;

/** Values as written in the query, and as quoted in the message. */
type RefusedValues = readonly (readonly [written: string, quoted: string])[];

const notNumbers: RefusedValues = [
  ['abc', 'abc'],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
  ['-Infinity', '-Infinity'],
  ['0x10', '0x10'],
  ['1,5', '1,5'],
  ['%201', ' 1'],
  ['1%20', '1 '],
  ['1e', '1e'],
  ['--1', '--1'],
  ['1_000', '1_000'],
  ['1e999', '1e999'],
  ['.', '.'],
  ['%F0%9F%A6%88', '🦈'],
];

const refusedValues: Readonly<Record<Parameter, RefusedValues>> = {
  pageNumber: [...notNumbers, ['0', '0'], ['-1', '-1'], ['1.5', '1.5'], ['NULL', 'NULL']],
  pageSize: [...notNumbers, ['0', '0'], ['-0', '-0'], ['0.5', '0.5'], ['null', 'null']],
  sortOrder: [
    ['up', 'up'],
    ['ascending', 'ascending'],
    ['asc%20', 'asc '],
    ['0', '0'],
    ['asc,desc', 'asc,desc'],
  ],
  latitude: [...notNumbers, ['90.0000001', '90.0000001'], ['-91', '-91'], ['1e3', '1e3'], ['null', 'null']],
  longitude: [...notNumbers, ['180.0000001', '180.0000001'], ['-181', '-181'], ['360', '360']],
  rangeInM: [...notNumbers, ['0', '0'], ['-5', '-5'], ['1e-400', '1e-400'], ['10km', '10km']],
  searchStyle: [
    ['Circle', 'Circle'],
    ['InRadius%20', 'InRadius '],
    ['1', '1'],
    ['null', 'null'],
  ],
};

/** Parameters sent before each value, so that the value is the only error. */
const otherParameters: Readonly<Record<Parameter, string>> = {
  pageNumber: '',
  pageSize: 'pageNumber=1&',
  sortOrder: '',
  latitude: 'longitude=115&',
  longitude: 'latitude=-32&',
  rangeInM: 'latitude=-32&longitude=115&',
  searchStyle: 'latitude=-32&longitude=115&',
};

function* refusedValueCases(): Generator<ContractCase> {
  for (const parameter of Object.keys(allowed) as Parameter[]) {
    for (const [index, [written, quoted]] of refusedValues[parameter].entries()) {
      const dataset = index % 2 === 0 ? 'RawData' : 'CoastalFeatures';
      const path = `/webapi/v1/${dataset}?${otherParameters[parameter]}${parameter}=${written}`;
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
  '/webapi/V1/RawData',
  '/webapi/v1/Sharks',
  '/webapi/v1/RawDat',
  '/webapi/v1/RawData2',
  '/webapi/v1//RawData',
  '/webapi/v1/RawData//',
  '/webapi/v1/RawData//46307',
  '/webapi/v1/RawData/46307/detail',
  '/webapi/v1/RawData/46307//',
  '/webapi/v1/RawData/46307/index.json',
  '/webapi/v1/%20RawData',
  // An encoded slash is part of a name, and no dataset has such a name.
  '/webapi/v1/RawData%2F46307',
  '/webapi/data/manifest.json',
  '/webapi/v1/%zz',
  '/webapi/v1/openapi.json/',
  '/webapi/v1/OpenAPI.json',
  '/webapi/v1/openapi',
  '/webapi/v1/index.html',
  '/webapi/v1/index.json/1',
  '/webapi/index.json',
];

/** Unknown paths that a case-insensitive match would find as files. */
const unknownSpellings: readonly string[] = [
  '/webapi/V1/RawData',
  '/webapi/V1/RawData/',
  '/webapi/V1/rawdata',
  '/webapi/V1/RawData.json',
  '/webapi/V1/RawData/46307',
  '/webapi/V1/RawData/46307.json',
  '/webapi/V1/RawData/pages/asc/1.json',
  '/webapi/V1/CoastalFeatures',
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
