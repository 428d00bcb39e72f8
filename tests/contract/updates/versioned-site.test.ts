import { describe, expect, it } from 'vitest';

import { versionOfResponse } from './versioned-site.ts';

const records = (count: number, version: number): { OwnerValue: string }[] =>
  Array.from({ length: count }, () => ({ OwnerValue: `version ${version}` }));
const versionOf = (path: string, content: unknown, status = 200): number =>
  versionOfResponse(path, { status, body: JSON.stringify(content), dataVersion: undefined });

describe('the version of a response', () => {
  it('is found in an array, a page and a record of one version', () => {
    expect(versionOf('RawData', records(307, 7))).toBe(7);
    expect(versionOf('RawData?pageNumber=1', { MetaData: { TotalItems: 307 }, PagedItems: records(10, 7) })).toBe(7);
    expect(versionOf('RawData/5', records(1, 7)[0])).toBe(7);
    expect(versionOf('CoastalFeatures/5', { CoastalFeatureSource: 'version 8' })).toBe(8);
  });

  it('is not found in a mixture of versions, with the total of another version, or in an empty or failed response', () => {
    expect(() => versionOf('RawData', [...records(306, 7), ...records(1, 8)])).toThrow('version 7 and version 8');
    expect(() => versionOf('RawData', records(306, 7))).toThrow('306 records in version 7');
    const page = { MetaData: { TotalItems: 308 }, PagedItems: records(10, 7) };
    expect(() => versionOf('RawData?pageNumber=1', page)).toThrow('308 records in version 7');
    expect(() => versionOf('RawData', [])).toThrow('records of');
    expect(() => versionOf('RawData/5', {}, 503)).toThrow('RawData/5: 503');
  });
});
