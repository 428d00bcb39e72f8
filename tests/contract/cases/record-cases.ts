import { expectedProblem, type ContractCase } from '../contract-case.ts';
import { oracleRecords, type DatasetName } from '../oracle.ts';

const tableNames: Readonly<Record<DatasetName, string>> = {
  CoastalFeatures: 'coastal features table',
  RawData: 'raw sighting table',
};
const datasets: readonly DatasetName[] = ['CoastalFeatures', 'RawData'];

/** The records written by hand, whose values are the hard ones, and every tenth of the others. */
function* foundCases(): Generator<ContractCase> {
  for (const dataset of datasets) {
    for (const [index, record] of oracleRecords[dataset].entries()) {
      if (index >= 24 && index % 10 !== 0) continue;
      yield {
        name: `${dataset} ${record.identifier} is its record`,
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

function* spellingCases(): Generator<ContractCase> {
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

/** What the path says, and what the message quotes. */
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
        name: `${dataset}/${segment} is no longer available`,
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

export const recordCases: readonly ContractCase[] = [...foundCases(), ...spellingCases(), ...missingCases()];
