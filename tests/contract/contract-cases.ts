import { documentCases, requestsDocument, staticCases } from './cases/static-cases.ts';
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

/** Whether a request has a query that is more than an empty one. Documents ignore it. */
export function hasQuery(contractCase: ContractCase): boolean {
  return /\?./.test(contractCase.path) && !requestsDocument(contractCase);
}

/**
 * Whether a file server can handle a case: without a meaningful query and without percent-encoding. For a page above
 * the last one, a file server sends a 404 as for any missing file, and not a 400.
 */
export function isForFiles(contractCase: ContractCase): boolean {
  return !hasQuery(contractCase) && !contractCase.path.includes('%') && contractCase.expected.status !== 400;
}

/** Web servers such as nginx refuse invalid percent-encoding as a malformed request before they pass anything on. */
export function isForProxies(contractCase: ContractCase): boolean {
  return !contractCase.path.includes('%zz');
}
