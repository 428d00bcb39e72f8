import { documentCases } from './cases/document-cases.ts';
import { listCases } from './cases/list-cases.ts';
import { methodCases } from './cases/method-cases.ts';
import { recordCases } from './cases/record-cases.ts';
import { refusalCases } from './cases/refusal-cases.ts';
import { searchCases } from './cases/search-cases.ts';
import { staticCases } from './cases/static-cases.ts';
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
];
