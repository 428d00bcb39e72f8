import { documentCases, staticCases } from './cases/static-cases.ts';
import { listCases, recordCases } from './cases/list-and-record-cases.ts';
import { methodCases } from './cases/method-cases.ts';
import { refusalCases } from './cases/refusal-cases.ts';
import { searchCases } from './cases/search-cases.ts';
import type { ContractCase } from './contract-case.ts';
import { datasetNames, type Oracle } from './oracle.ts';

/**
 * The cases for a site with the records of an oracle. If it does not know all records, or there are hardly any, these
 * are only the cases that depend on single records or on none.
 */
export function casesOfRecords(oracle: Oracle): readonly ContractCase[] {
  const always = [...recordCases(oracle), ...refusalCases, ...documentCases];
  const hasAll = oracle.isComplete && datasetNames.every((name) => oracle.records[name].length >= 2);
  if (!hasAll) return always;
  return [...always, ...listCases(oracle), ...staticCases(oracle), ...searchCases(oracle), ...methodCases(oracle)];
}

const staticPath =
  /^\/webapi\/v1\/(?:(?:CoastalFeatures|RawData)(?:\.json|\.flatbush|\.points\.json|\/[1-9]\d*\.json|\/pages\/(?:asc|desc)\/\d+\.json)|(?:index|openapi)\.json)\??$/;

/** Whether any file server handles a case: the request is for a file at a static path, spelled as the build writes it. */
export function isForFiles({ method = 'GET', path, expected: { status } }: ContractCase): boolean {
  return (method === 'GET' || method === 'HEAD') && (status === 200 || status === 304) && staticPath.test(path);
}

/** Whether a case queries a dataset. A host without the API has nothing at this path. */
export function isQuery({ method = 'GET', path }: ContractCase): boolean {
  return method === 'GET' && /^\/webapi\/v1\/(?:CoastalFeatures|RawData)\/?\?./.test(path);
}

/** Web servers such as nginx refuse invalid percent-encoding as a malformed request before they pass anything on. */
export function isForProxies(contractCase: ContractCase): boolean {
  return !contractCase.path.includes('%zz');
}
