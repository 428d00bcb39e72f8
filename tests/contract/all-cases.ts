import { feedCases } from './cases/feed-cases.ts';
import { casesOfRecords } from './contract-cases.ts';
import type { ContractCase } from './contract-case.ts';
import { fixtureOracle } from './fixture/fixture-oracle.ts';

/** Every case for the fixture's site, for every host. */
export const allCases: readonly ContractCase[] = [...casesOfRecords(fixtureOracle), ...feedCases];
