import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  endHosts,
  findingsOf,
  host,
  manifest,
  startHosts,
  verify,
  withFault,
} from '../../tests/deployment/hosts-to-verify.ts';
import { countFaults, formatVerification } from './format-verification.ts';
import { documentFaults } from './testing/document-faults.ts';
import { isApi } from './testing/faulty-host.ts';
import { fileFaults } from './testing/file-faults.ts';
import { interfaceFaults } from './testing/interface-faults.ts';

beforeAll(startHosts);
afterAll(endHosts);

it('finds nothing wrong with a right host, whether it looks at some files or all', async () => {
  for (const mostFiles of [4, Number.POSITIVE_INFINITY]) {
    const right = await verify(host.siteUrl, mostFiles);
    expect(findingsOf(right)).toEqual([]);
    expect(right.parts.map(({ title }) => title)).toEqual([
      'The manifest',
      'The files of the data',
      'CoastalFeatures: complete, by identifier, refusals',
      'CoastalFeatures: pages and searches',
      'RawData: complete, by identifier, refusals',
      'RawData: pages and searches',
      'The documents of the interface',
      'The downloads',
      'Parts of files',
      'The explorer',
      'The public address',
    ]);
    expect([right.dataVersion, right.notes]).toEqual([manifest.dataVersion, []]);
  }
});

it('reads every download when it looks at all, and one otherwise', async () => {
  const spoilLast: Parameters<typeof withFault>[0] = (answer, { path }) =>
    void (/^downloads\/RawData\.\w*\.?parquet$/.test(path) && (answer.body = answer.body.subarray(1)));
  expect(findingsOf(await withFault(spoilLast))).toEqual([]);
  expect(findingsOf(await withFault(spoilLast, Number.POSITIVE_INFINITY)).map(({ what }) => what)).toEqual([
    '/downloads/RawData.parquet is not the file of its checksum in /downloads/checksums.txt',
    expect.stringMatching(/^\/downloads\/RawData\.[0-9a-f]{16}\.parquet is not the file of its checksum/),
  ]);
});

describe('a host with a single fault is found out, and told what to do:', () => {
  it.each([...interfaceFaults, ...documentFaults, ...fileFaults])('%s', async (_, fault, what, remedy) => {
    const found = findingsOf(await withFault(fault));
    expect(found.length).toBeGreaterThan(0);
    for (const finding of found) {
      expect(finding.what).toMatch(what);
      expect(finding.remedy).toMatch(remedy);
    }
  });
});

it.each([
  [
    'http://127.0.0.1:1025/',
    /^GET http:\/\/127\.0\.0\.1:1025\/data\/manifest\.json gives no whole answer: nothing listens/,
  ],
  [
    'http://no-such-host.invalid/',
    /gives no whole answer: (?:no host has this name|the name cannot be looked up now)$/,
  ],
])('says of %s what is wrong', async (url, message) => {
  const found = findingsOf(await verify(url));
  expect(found.map(({ what }) => what)).toEqual([expect.stringMatching(message)]);
});

it('shows some faults of a part, and how many more there are', async () => {
  const verification = await withFault(
    ({ headers }, { path }) => void (isApi(path) && delete headers['x-content-type-options']),
  );
  expect(countFaults(verification)).toBeGreaterThan(20);
  expect(formatVerification(verification)).toMatch(/\n {6}and \d+ more like these\n/);
  expect(formatVerification(verification)).toMatch(new RegExp(`\n${countFaults(verification)} faults\\.$`));
});
