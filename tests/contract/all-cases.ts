import { documentCases, staticCases } from './cases/static-cases.ts';
import { feedCases } from './cases/feed-cases.ts';
import { listCases, recordCases } from './cases/list-and-record-cases.ts';
import { methodCases } from './cases/method-cases.ts';
import { refusalCases } from './cases/refusal-cases.ts';
import { searchCases } from './cases/search-cases.ts';
import type { ContractCase } from './contract-case.ts';

/** Every case, for every host. */
export const allCases: readonly ContractCase[] = [
  ...listCases,
  ...recordCases,
  ...staticCases,
  ...searchCases,
  ...refusalCases,
  ...methodCases,
  ...documentCases,
  ...feedCases,
];
