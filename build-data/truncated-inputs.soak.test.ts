import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { stringify } from 'csv-stringify/sync';
import { beforeAll, describe, expect, it } from 'vitest';

import { defaultRules } from '../core/datasets/testing/default-rules.ts';
import { buildSite, type BuildResult } from './build.ts';
import { sampleCoastalFeatures, sampleRawData } from './sample/sample-inputs.ts';
import { seededRandom } from './sample/seeded-random.ts';
import { sampleOf, seed, sizeOf } from '../tests/support/test-size.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

/*
 * An input truncated at any byte is refused, or published with a warning, but never published incomplete without one.
 * Each truncated input is built over a complete build, with the default limits. Set COASTWATCH_SEED to repeat a run.
 */

const cutsPerFormat = sizeOf(60);
const sample = { seed: 3, rawDataRecords: 120 };

const folder = temporaryFolder();
let wholeVersion: string;
const records = [...sampleRawData(sample)];
const features = [...sampleCoastalFeatures(sample)].slice(0, 30);
// The last column is a number, so a truncated last row may be valid.
const columns = [...Object.keys(records[0] ?? {}).filter((name) => name !== 'LocationY'), 'LocationY'];
const csv = Buffer.from(stringify(records, { header: true, columns }));
const json = Buffer.from(JSON.stringify(records));

beforeAll(async () => {
  await writeFile(join(folder, 'features.json'), JSON.stringify(features));
  wholeVersion = await publishWhole();
});

function build(location: string): Promise<BuildResult> {
  return buildSite(
    {
      inputs: { kind: 'files', coastalFeatures: join(folder, 'features.json'), rawData: location },
      rules: defaultRules,
      outputDirectory: join(folder, 'site'),
      target: 'compute',
      siteUrl: 'http://localhost/',
      exports: false,
    },
    { now: () => new Date('2026-01-01T00:00:00.000Z') },
  );
}

async function publishWhole(): Promise<string> {
  await writeFile(join(folder, 'whole.csv'), csv);
  const result = await build(join(folder, 'whole.csv'));
  if (result.kind === 'refused') throw new Error('the complete input was refused');
  return result.manifest.dataVersion;
}

async function buildFile(content: Uint8Array): Promise<BuildResult> {
  const path = join(folder, 'cut');
  await writeFile(path, content);
  return build(path);
}

/** Builds from a server that sends these bytes, including the response head, and closes the connection. */
async function buildResponse(response: Uint8Array): Promise<BuildResult> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await build(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/RawData`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

type Framing = readonly [name: string, frame: (body: Buffer) => Buffer];
type Outcome = 'refused' | 'warned' | 'complete';

/** Returns the outcome of a build. Fails when published data is incomplete without a warning. */
async function checkOutcome(result: BuildResult, description: string): Promise<Outcome> {
  if (result.kind === 'refused') return 'refused';
  if (result.manifest.dataVersion === wholeVersion) return 'complete';
  const { removed, changed } = result.comparison.datasets?.['RawData'] ?? {};
  const published = result.manifest.datasets['RawData']?.records ?? 0;
  expect(removed?.count, description).toBe(records.length - published);
  expect(result.issues.totalOf('recordsRemoved'), description).toBe(removed?.count);
  // A record changes only if the input was truncated within the last number.
  if (changed?.count !== 0) expect(result.issues.totalOf('missingFinalNewline'), description).toBe(1);
  expect(result.issues.foundWarningCodes, description).not.toEqual([]);
  await publishWhole();
  return 'warned';
}

async function countOutcomes(name: string, cuts: readonly (() => Promise<[BuildResult, string]>)[]): Promise<void> {
  const counts: Record<Outcome, number> = { refused: 0, warned: 0, complete: 0 };
  for (const cut of cuts) {
    const [result, description] = await cut();
    counts[await checkOutcome(result, `${description}, seed ${seed}`)]++;
  }
  console.info(
    `${cuts.length} cuts of ${name}, seed ${seed}: ${counts.refused} refused, ${counts.warned} published with a ` +
      `warning, ${counts.complete} without a loss.`,
  );
}

function fileCuts(content: Buffer, lengths: readonly number[]): (() => Promise<[BuildResult, string]>)[] {
  return lengths.map((length) => async () => [await buildFile(content.subarray(0, length)), `cut at byte ${length}`]);
}

describe('a truncated input is refused, or published with a warning', { timeout: 300_000 }, () => {
  const random = seededRandom(seed, 'truncation');
  const lengths = (content: Buffer): number[] =>
    Array.from({ length: cutsPerFormat }, () => random.integer(0, content.length - 1));

  it(`when a CSV file is truncated at ${cutsPerFormat} random bytes`, () =>
    countOutcomes('CSV', fileCuts(csv, lengths(csv))));

  it('when a CSV file is truncated after each of the last rows and within the last row', async () => {
    const rowEnds = [...csv.keys()].filter((index) => csv[index] === 0x0a).slice(-14, -1);
    const lastRow = Array.from({ length: 16 }, (_, index) => csv.length - 1 - index);
    const cuts = [...rowEnds.map((index) => index + 1), ...lastRow];
    await countOutcomes('CSV', fileCuts(csv, sampleOf(cuts, random)));
  });

  it(`when a JSON file is truncated at ${cutsPerFormat} random bytes`, () =>
    countOutcomes('JSON', fileCuts(json, lengths(json))));

  const unframed: Framing = ['until the connection closes', (body) => withHead('', body)];
  const framings: readonly Framing[] = [
    ['with Content-Length', (body) => withHead(`Content-Length: ${body.length}\r\n`, body)],
    ['chunked', (body) => withHead('Transfer-Encoding: chunked\r\n', chunked(body))],
    unframed,
  ];

  it(`when an HTTP response is truncated at ${cutsPerFormat} random bytes`, async () => {
    const cuts = Array.from({ length: cutsPerFormat }, (_, index) => async (): Promise<[BuildResult, string]> => {
      const [name, frame] = framings[index % framings.length] ?? unframed;
      const response = frame(index % 2 === 0 ? csv : json);
      const length = random.integer(0, response.length - 1);
      return [await buildResponse(response.subarray(0, length)), `${name}, cut at byte ${length}`];
    });
    await countOutcomes('HTTP responses', cuts);
  });
});

function withHead(headers: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nConnection: close\r\n${headers}\r\n`), body]);
}

function chunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; start += 1000) {
    const part = body.subarray(start, start + 1000);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
