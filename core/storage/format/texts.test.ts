import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { defaultRules, otherRules } from '../../datasets/testing/default-rules.ts';
import { MalformedBytesError } from './bytes.ts';
import { contentHash } from './file-reference.ts';
import { rawData } from '../../datasets/datasets.ts';
import type { SiteRules } from '../../datasets/site.ts';
import { openDataset } from '../reader/stored-dataset.ts';
import { DatasetReader } from '../snapshot/dataset-reader.ts';
import { decodeManifest, encodeManifest, type Manifest } from '../snapshot/manifest.ts';
import { compactRecords, decodeRecordShard, encodeRecordShard, recordInRow, recordTexts } from './record-shard.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const awkwardTexts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\n', '\t', ',\n', ',\n\t', '[', ']', '},\n\t{', '\\', '"', '\u2028', '🦈', '\ufeff', ''),
);
const records = fc
  .record({ RawDataId: fc.nat(), text: awkwardTexts, other: fc.option(awkwardTexts) })
  .map((record) => JSON.stringify(record));
const shards = fc.array(fc.tuple(records, fc.boolean()), { maxLength: 30 }).map((lines) => ({
  records: lines.map(([record]) => record),
  tiedWithPrevious: lines.map(([, tied], index) => index > 0 && tied),
}));

describe('record shards', () => {
  it('restore every record and every tie, for any texts', () => {
    fc.assert(
      fc.property(shards, (shard) => {
        const decoded = decodeRecordShard(encodeRecordShard(shard));
        expect(decoded.tiedWithPrevious).toEqual(shard.tiedWithPrevious);
        expect(recordTexts(decoded)).toEqual(shard.records);
        const rows = [...decoded.starts.keys()];
        expect(rows.map((row) => decode(recordInRow(decoded, row)))).toEqual(shard.records);
      }),
      { numRuns: sizeOf(500) },
    );
  });

  it('are JSON with one record per line', () => {
    fc.assert(
      fc.property(shards, (shard) => {
        const text = decode(encodeRecordShard(shard));
        expect(JSON.parse(text)).toEqual(shard.records.map((record) => JSON.parse(record) as unknown));
        expect(text.split('\n')).toHaveLength(Math.max(1, shard.records.length));
      }),
    );
  });

  it('are converted to the records of a response, compact and separated by commas, without parsing', () => {
    fc.assert(
      fc.property(shards, (shard) => {
        const compact = decode(compactRecords(encodeRecordShard(shard)));
        expect(compact).toBe(shard.records.join(','));
        expect(`[${compact}]`).toBe(JSON.stringify(JSON.parse(decode(encodeRecordShard(shard)))));
      }),
      { numRuns: sizeOf(500) },
    );
  });

  it('are refused when they are not UTF-8 or not an array', () => {
    const noText = Uint8Array.of(0x5b, 0xff, 0x5d);
    expect(() => decodeRecordShard(noText)).toThrow(new MalformedBytesError('not UTF-8'));
    for (const text of ['', '{}', '[{"RawDataId":1}', '<!doctype html>', '\ufeff[]']) {
      expect(() => decodeRecordShard(encode(text))).toThrow(new MalformedBytesError('not a JSON array'));
    }
  });
});

const reference = (digit: string) => ({ hash: digit.repeat(32), bytes: 77 });
const manifest: Manifest = {
  dataVersion: '0123456789abcdef',
  builtAt: '2026-01-01T00:00:00.000Z',
  sample: true,
  target: 'static',
  datasets: {
    RawData: {
      records: 3,
      last: '2024-01-01T00:00:00',
      list: reference('a'),
      tiles: reference('b'),
      identifiers: [
        { ...reference('c'), first: 1 },
        { ...reference('0'), first: 2 },
      ],
      columns: reference('7'),
      details: [reference('1'), reference('2')],
      flatbush: reference('9'),
      points: [reference('5')],
    },
    CoastalFeatures: {
      records: 0,
      last: null,
      list: reference('d'),
      tiles: reference('e'),
      identifiers: [],
      columns: reference('8'),
      details: [],
      flatbush: null,
      points: [reference('6')],
    },
  },
  rules: otherRules,
  inventory: { hash: 'c'.repeat(32), bytes: 2 },
  previous: [{ dataVersion: 'fedcba9876543210', inventory: { hash: 'd'.repeat(32), bytes: 2 } }],
};

describe('the manifest', () => {
  it('is restored, with names of any characters', async () => {
    expect(await decodeManifest(await encodeManifest(manifest))).toEqual(manifest);
    await fc.assert(
      fc.asyncProperty(awkwardTexts, awkwardTexts, async (name, last) => {
        fc.pre(name !== '__proto__');
        const identifiers = [{ ...reference('2'), first: 0 }];
        const tables = { list: reference('0'), tiles: reference('1'), identifiers };
        const files = { ...tables, columns: reference('3'), flatbush: reference('4'), points: [reference('5')] };
        const details = [reference('6')];
        const datasets = { [name]: { records: 1, last, ...files, details } };
        expect(await decodeManifest(await encodeManifest({ ...manifest, datasets }))).toEqual({
          ...manifest,
          datasets,
        });
      }),
    );
  });

  it.each([
    ['without a time rule', { ...defaultRules, times: undefined }],
    ['without an offset', { ...defaultRules, times: { ...defaultRules.times, offsets: [] } }],
    [
      'with offsets that do not ascend',
      {
        ...defaultRules,
        times: {
          ...defaultRules.times,
          offsets: [
            [1, 0],
            [1, 60],
          ],
        },
      },
    ],
    ['with an offset that is no number', { ...defaultRules, times: { ...defaultRules.times, offsets: [[0, '8']] } }],
    ['with a date in place of a time', { ...defaultRules, times: { ...defaultRules.times, utcBefore: '2019-07-08' } }],
    ['with an unknown kind', { ...defaultRules, interactions: [{ value: 'seen', kind: 'Seen' }] }],
    ['with a species that is no text', { ...defaultRules, otherSpecies: [1] }],
    ['without unidentified species', { ...defaultRules, unidentifiedSpecies: undefined }],
  ])('is refused %s', async (_, rules) => {
    const bytes = await encodeManifest({ ...manifest, rules: rules as unknown as SiteRules });
    await expect(decodeManifest(bytes)).rejects.toThrow('the content is not a manifest');
  });

  it('of an earlier release has no rules, and is opened only to read its records', async () => {
    const { rules, ...earlier } = manifest;
    const bytes = await encodeManifest(earlier);
    expect(await decodeManifest(bytes)).toEqual(earlier);
    expect(rules).toBeDefined();
    const store = { read: () => Promise.resolve(bytes) };
    const message = 'was built by an earlier release: build the data again';
    await expect(new DatasetReader(store).openSnapshot()).rejects.toThrow(message);
    const snapshot = await new DatasetReader(store, { acceptsEarlierReleases: true }).openSnapshot();
    expect(openDataset(snapshot, rawData).records).toBe(manifest.datasets['RawData']?.records);
    expect(() => snapshot.rules).toThrow(message);
    expect(() => openDataset(snapshot, rawData).times).toThrow(message);
  });

  it('is refused when any one of its bits is flipped', async () => {
    const bytes = await encodeManifest(manifest);
    for (let index = 0; index < bytes.length; index++) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = bytes.slice();
        flipped[index] = (flipped[index] ?? 0) ^ (1 << bit);
        await expect(decodeManifest(flipped)).rejects.toBeInstanceOf(MalformedBytesError);
      }
    }
  });

  it('is refused with a MalformedBytesError when it is any other JSON', async () => {
    const envelopes = fc.oneof(
      fc.json(),
      fc
        .record({ version: fc.jsonValue(), checksum: fc.jsonValue(), content: fc.jsonValue() }, { requiredKeys: [] })
        .map((envelope) => JSON.stringify({ format: 'coastwatch-data', ...envelope })),
    );
    await fc.assert(
      fc.asyncProperty(envelopes, async (text) => {
        await expect(decodeManifest(encode(text))).rejects.toBeInstanceOf(MalformedBytesError);
      }),
    );
  });
});

describe('content hashes', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('are the first half of the SHA-256, as in its published test vectors', async () => {
    expect(await contentHash(encode(''))).toBe('e3b0c44298fc1c149afbf4c8996fb924');
    expect(await contentHash(encode('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223');
  });

  it('are the same where the platform has no digest', async () => {
    const inputs = [0, 1, 55, 56, 63, 64, 65, 1000, 100_000].map((length) =>
      Uint8Array.from({ length }, (_, index) => (index * 31) % 256),
    );
    const platform = await Promise.all(inputs.map((bytes) => contentHash(bytes)));
    for (const crypto of [undefined, {}]) {
      vi.stubGlobal('crypto', crypto);
      expect(await Promise.all(inputs.map((bytes) => contentHash(bytes)))).toEqual(platform);
    }
  });
});
