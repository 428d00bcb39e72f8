import type { DatasetRecord } from '../datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../datasets/datasets.ts';
import { recordReaderFor } from '../search/found-records.ts';
import { allIndexes, findAllWithinRadius } from '../search/location-search.ts';
import { feedFactsDocument, type FeedFormat, placeFeedPath } from '../storage/format/layout.ts';
import { arrayFrame } from '../storage/format/record-shard.ts';
import { openDataset, type StoredDataset } from '../storage/reader/stored-dataset.ts';
import { findRecord } from '../storage/reader/list-reader.ts';
import type { Snapshot } from '../storage/snapshot/dataset-reader.ts';
import { buildFeed, type FeedFacts } from './feed.ts';
import { formatFeed } from './feed-formats.ts';
import { newestRecords, readRecordTimes } from './newest-records.ts';

/** A record belongs to the feed of a place if it is within this distance of the inshore point, edge included. */
const placeFeedRadiusInMetres = 1000;

/** A place with many records is read in parts, so that only the texts of one part are in memory at a time. */
const recordsPerPart = 2000;

const decoder = new TextDecoder();

/**
 * The feed of the newest records near a place; undefined if no place has this identifier. Reads the record of the place
 * and the tiles around it. Throws StoredDataError.
 */
export async function readPlaceFeed(
  snapshot: Snapshot,
  identifier: number,
  format: FeedFormat,
): Promise<string | undefined> {
  const record = await findRecord(openDataset(snapshot, coastalFeatures), identifier);
  if (!record) return undefined;
  const place = JSON.parse(decoder.decode(record)) as DatasetRecord;
  const subject = {
    path: placeFeedPath(format, identifier),
    pagePath: `?place=${identifier}`,
    scope: ` within 1 km of ${String(place[coastalFeatures.sortKey.field])}`,
  };
  const facts = await readFeedFacts(snapshot);
  const files = openDataset(snapshot, rawData);
  const records = await readNewest(files, place);
  return formatFeed(buildFeed(records, subject, facts, files.times), format);
}

/** Whether the version has the facts that feeds need. Trees of earlier releases have none. */
export function hasFeedFacts({ manifest }: Snapshot): boolean {
  return Object.hasOwn(manifest.documents ?? {}, feedFactsDocument);
}

async function readFeedFacts(snapshot: Snapshot): Promise<FeedFacts> {
  const reference = snapshot.manifest.documents?.[feedFactsDocument];
  if (!reference) throw new Error(`the manifest names no ${feedFactsDocument}`);
  // The hash of the file is that in the manifest, so a build wrote it.
  return JSON.parse(decoder.decode(await snapshot.file(reference, 'json'))) as FeedFacts;
}

/** The newest records near a place, in the order of its feed. */
async function readNewest(files: StoredDataset, place: DatasetRecord): Promise<readonly DatasetRecord[]> {
  const { times } = files;
  const [inshore] = coastalFeatures.positions;
  const centre = { longitude: Number(place[inshore.longitudeField]), latitude: Number(place[inshore.latitudeField]) };
  const found = await findAllWithinRadius(files, centre, placeFeedRadiusInMetres, 'desc');
  const { records } = found;
  const total = records.length;
  const indexes = allIndexes(found);
  const read = async (some: Uint32Array): Promise<readonly DatasetRecord[]> => {
    const readRecords = await recordReaderFor(files, records, some);
    return JSON.parse(decoder.decode(await readRecords(files, some, arrayFrame))) as DatasetRecord[];
  };
  const identifiers = new Float64Array(total);
  const knownAt = new Float64Array(total);
  for (let start = 0; start < total; start += recordsPerPart) {
    const part = await read(indexes.subarray(start, start + recordsPerPart));
    for (const [offset, record] of part.entries()) {
      identifiers[start + offset] = Number(record[rawData.identifierField]);
      knownAt[start + offset] = readRecordTimes(record, times).knownAt;
    }
  }
  return read(Uint32Array.from(newestRecords(identifiers, knownAt), (order) => indexes[order]));
}
