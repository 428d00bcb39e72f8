import { beforeAll, describe, expect, it } from 'vitest';

import { allCases } from '../all-cases.ts';
import { checkEach, differences, type HostUnderTest } from '../check-case.ts';
import { inProcessHost } from './in-process-host.ts';

let host: HostUnderTest;

beforeAll(async () => {
  host = await inProcessHost();
});

describe('the contract, in process', () => {
  it('has more than 300 cases with unique names', () => {
    expect(allCases.length).toBeGreaterThan(300);
    expect(new Set(allCases.map(({ name }) => name)).size).toBe(allCases.length);
  });

  it('returns the response in the contract to every request', async () => {
    await checkEach(allCases, (each) => differences(each, host));
  });
});
