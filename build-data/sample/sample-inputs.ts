import type { CoastalFeatureRecord, RawDataRecord } from '../../core/datasets/datasets.ts';
import { composeCoastalFeatures } from './coastal-features.ts';
import { recordPoints } from './record-points.ts';
import { detection, report, reportCode } from './reports.ts';
import { seededRandom } from './seeded-random.ts';
import * as times from './sighting-times.ts';

/** What a sample depends on: the same options give the same records, on every machine. */
export interface SampleOptions {
  /** Any safe integer. */
  readonly seed: number;
  /** How many records of RawData there are, 0 to 1,000,000 or more. The coastal features are always about 600. */
  readonly rawDataRecords: number;
}

/** A sample as large as the published dataset. */
export const defaultSampleOptions: SampleOptions = { seed: 1, rawDataRecords: 17_000 };

/** Made-up entries at real places of the Western Australian coast, in ascending order of their identifiers. */
export function sampleCoastalFeatures(options: SampleOptions): CoastalFeatureRecord[] {
  return composeCoastalFeatures(options.seed);
}

/**
 * Made-up sightings and detections at points of the sample's coastal features, yielded one by one as they are asked
 * for, in no order of time. Takes linear time and constant memory.
 */
export function sampleRawData(options: SampleOptions): Generator<RawDataRecord, void, undefined> {
  return composeRawData(sampleCoastalFeatures(options), options.seed, options.rawDataRecords);
}

/** The older detections make this part of all records, the older reports the next; the rest came in as it happened. */
const partOfOlderDetections = 0.36;
const partOfOlderReports = 0.125;

const firstIdentifier = 46_307;
/** How often a number is left out between two identifiers. */
const chanceOfGap = 0.0065;
/** How often a record has the time of the one before it. */
const chanceOfTie = 0.019;
/** How often two animals of one report share its code, given that they share its time. */
const chanceOfSharedCode = 0.15;
/** Up to this many records, detections are in full minutes; with more, ties would become too common. */
const recordsWithWholeMinutes = 17_000;
const shareOfReportsInWholeMinutes = 0.33;
/** How far, as a part of all newer records, a record may come in before or after its turn. */
const spreadOfArrival = 0.0015;

const drumlineTrialStart = Date.UTC(2019, 1, 1);
const shareOfDrumline = 0.1;

/** What is wrong in single records, at these parts of the series. */
const partsWithoutSpecies = [0.702, 0.704, 0.71];
const partWithoutOwner = 0.4;
const partWithLostSign = 0.62;
const placeOfLostSign = 'Willie Creek';

interface Turn {
  readonly time: number;
  readonly kind: 'detection' | 'report';
  readonly inOlderPart: boolean;
  readonly fromDrumline: boolean;
}

/** Which record comes next and when it happened: identifiers rise through three parts, times do so in two of them. */
function turnsOf(recordCount: number, seed: number): (index: number) => Turn {
  const random = seededRandom(seed, 'turns');
  const { seriesStart, olderPartEnd, seriesEnd } = times;
  const olderDetectionDays = times.daysOfSpan(seriesStart, olderPartEnd, 'detections');
  const olderReportDays = times.daysOfSpan(seriesStart, olderPartEnd, 'reports');
  const newerDays = times.daysOfSpan(olderPartEnd, seriesEnd, 'all');
  const olderDetections = Math.round(recordCount * partOfOlderDetections);
  const olderRecords = olderDetections + Math.round(recordCount * partOfOlderReports);
  const chanceOfWholeMinute = Math.min(1, recordsWithWholeMinutes / Math.max(recordCount, 1));

  const detected = (day: number, inOlderPart: boolean): Turn => {
    const withSeconds = !random.chance(chanceOfWholeMinute);
    const time = times.timeOfDetection(day, withSeconds, random);
    return { time, kind: 'detection', inOlderPart, fromDrumline: false };
  };
  const reported = (day: number, inOlderPart: boolean): Turn => {
    const fromDrumline = day >= drumlineTrialStart && random.chance(shareOfDrumline);
    const withSeconds = !random.chance(shareOfReportsInWholeMinutes);
    const time = times.timeOfReport(day, withSeconds, fromDrumline, random);
    return { time, kind: 'report', inOlderPart, fromDrumline };
  };

  return (index) => {
    if (index < olderDetections) return detected(olderDetectionDays((index + random.unit()) / olderDetections), true);
    if (index < olderRecords) {
      const part = (index - olderDetections + random.unit()) / (olderRecords - olderDetections);
      return reported(olderReportDays(1 - part), true);
    }
    const part = (index - olderRecords + random.unit()) / (recordCount - olderRecords);
    const day = newerDays(random.normal(part, spreadOfArrival));
    return random.chance(times.detectionShareAt(day)) ? detected(day, false) : reported(day, false);
  };
}

/** The one position known to have lost its sign: north of the equator instead of south. */
function withLostSign(record: RawDataRecord): RawDataRecord {
  return { ...record, LocationY: -record.LocationY };
}

/**
 * Yields the records of a sample one by one, in ascending order of their identifiers, which is not the order of time.
 * Nothing is kept but the turn before, so that memory does not grow with the number of records.
 */
function* composeRawData(
  features: readonly CoastalFeatureRecord[],
  seed: number,
  recordCount: number,
): Generator<RawDataRecord, void, undefined> {
  const random = seededRandom(seed, 'raw data');
  const points = recordPoints(features, seed, recordCount);
  const turnAt = turnsOf(recordCount, seed);
  const indexAt = (part: number): number => Math.floor(part * recordCount);
  const indicesWithoutSpecies = new Set(partsWithoutSpecies.map(indexAt));
  const indexWithoutOwner = indexAt(partWithoutOwner);
  const indexWithLostSign = indexAt(partWithLostSign);
  const featureOfLostSign = features.find((feature) => feature.CoastalFeatureDisplayName === placeOfLostSign);

  let identifier = firstIdentifier - 1;
  let reportIndex = 0;
  let before: Turn | null = null;
  let codeBefore = '';
  for (let index = 0; index < recordCount; index += 1) {
    identifier += random.chance(chanceOfGap) ? 2 : 1;
    const drawn = turnAt(index);
    const tied: boolean = before?.kind === drawn.kind && random.chance(chanceOfTie);
    const turn: Turn = tied && before !== null ? { ...before, inOlderPart: drawn.inOlderPart } : drawn;
    const lostSign = index === indexWithLostSign && featureOfLostSign !== undefined;

    let record: RawDataRecord;
    if (turn.kind === 'detection' && !lostSign) {
      record = detection(identifier, turn.time, turn.inOlderPart, points, random);
    } else {
      const code: string =
        tied && random.chance(chanceOfSharedCode) ? codeBefore : reportCode(reportIndex, recordCount);
      reportIndex += 1;
      codeBefore = code;
      const place = lostSign ? { place: featureOfLostSign } : {};
      record = report({ ...turn, identifier, code, ...place }, points, random);
      if (lostSign) record = withLostSign(record);
    }
    if (indicesWithoutSpecies.has(index)) record = { ...record, SightingSpeciesValue: null };
    if (index === indexWithoutOwner) record = { ...record, OwnerValue: null };
    yield record;
    before = turn;
  }
}
