import { readFileSync } from 'node:fs';

import { parse } from 'csv-parse/sync';

import type { CoastalFeatureRecord, RawDataRecord } from '../../core/datasets/datasets.ts';
import { recordPoints } from './record-points.ts';
import { detection, report, reportCode } from './reports.ts';
import { seededRandom, type SeededRandom } from './seeded-random.ts';
import * as times from './sighting-times.ts';

/** The same options give the same records on every machine. */
export interface SampleOptions {
  /** Any safe integer. */
  readonly seed: number;
  /** The number of records of RawData, 0 to 1,000,000 or more. There are always about 600 coastal features. */
  readonly rawDataRecords: number;
}

/** A sample as large as the published dataset. */
export const defaultSampleOptions: SampleOptions = { seed: 1, rawDataRecords: 17_000 };

/**
 * Invented sightings and detections at points of the sample's coastal features, generated lazily and not in order of
 * time. Takes linear time and constant memory.
 */
export function sampleRawData(options: SampleOptions): Generator<RawDataRecord, void, undefined> {
  return composeRawData(sampleCoastalFeatures(options), options.seed, options.rawDataRecords);
}

/**
 * A sample begins with older detections, then older reports, in these shares. Newer records follow, roughly by time.
 */
const shareOfOlderDetections = 0.36;
const shareOfOlderReports = 0.125;

const firstIdentifier = 46_307;
/** The probability of a gap between two identifiers. */
const chanceOfGap = 0.0065;
/** The probability that a record has the same time as the previous one. */
const chanceOfTie = 0.019;
/** The probability that two reported animals with the same time share the code of one report. */
const chanceOfSharedCode = 0.15;
/** Up to this many records, all detections are in whole minutes. With more records, ties would be too common. */
const recordsWithWholeMinutes = 17_000;
const shareOfReportsInWholeMinutes = 0.33;
/** How far newer records are out of order of time: a standard deviation, as a share of the newer records. */
const spreadOfArrival = 0.0015;

const drumlineTrialStart = Date.UTC(2019, 1, 1);
const shareOfDrumline = 0.1;

/** The records with a fault, by their relative positions in the series, 0 to 1. */
const partsWithoutSpecies = [0.702, 0.704, 0.71];
const partWithoutOwner = 0.4;
const partWithLostSign = 0.62;
const placeOfLostSign = 'Willie Creek';

interface RecordEvent {
  readonly time: number;
  readonly kind: 'detection' | 'report';
  readonly isInOlderPart: boolean;
  readonly isFromDrumline: boolean;
}

/**
 * Returns the kind and the time of each record by its index. Identifiers ascend through the series, times only within
 * some of its parts.
 */
function recordEvents(recordCount: number, seed: number): (index: number) => RecordEvent {
  const random = seededRandom(seed, 'turns' /* Changing this label would change every sample. */);
  const { seriesStart, olderPartEnd, seriesEnd } = times;
  const olderDetectionDays = times.daysOfSpan(seriesStart, olderPartEnd, (detections) => detections);
  const olderReportDays = times.daysOfSpan(seriesStart, olderPartEnd, (detections) => 1 - detections);
  const newerDays = times.daysOfSpan(olderPartEnd, seriesEnd, () => 1);
  const olderDetections = Math.round(recordCount * shareOfOlderDetections);
  const olderRecords = olderDetections + Math.round(recordCount * shareOfOlderReports);
  const chanceOfWholeMinute = Math.min(1, recordsWithWholeMinutes / Math.max(recordCount, 1));

  const detected = (day: number, isInOlderPart: boolean): RecordEvent => {
    const withSeconds = !random.chance(chanceOfWholeMinute);
    const time = times.timeOfDetection(day, withSeconds, random);
    return { time, kind: 'detection', isInOlderPart, isFromDrumline: false };
  };
  const reported = (day: number, isInOlderPart: boolean): RecordEvent => {
    const isFromDrumline = day >= drumlineTrialStart && random.chance(shareOfDrumline);
    const withSeconds = !random.chance(shareOfReportsInWholeMinutes);
    const time = times.timeOfReport(day, withSeconds, isFromDrumline, random);
    return { time, kind: 'report', isInOlderPart, isFromDrumline };
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

/** The published data has one position without its minus sign, north of the equator instead of south. */
function withLostSign(record: RawDataRecord): RawDataRecord {
  return { ...record, LocationY: -record.LocationY };
}

/**
 * Generates the records of a sample in ascending order of their identifiers, which is not the order of time. Only the
 * previous event is stored, so memory use does not grow with the number of records.
 */
function* composeRawData(
  features: readonly CoastalFeatureRecord[],
  seed: number,
  recordCount: number,
): Generator<RawDataRecord, void, undefined> {
  const random = seededRandom(seed, 'raw data');
  const points = recordPoints(features, seed, recordCount);
  const eventAt = recordEvents(recordCount, seed);
  const indexAt = (part: number): number => Math.floor(part * recordCount);
  const indicesWithoutSpecies = new Set(partsWithoutSpecies.map(indexAt));
  const indexWithoutOwner = indexAt(partWithoutOwner);
  const indexWithLostSign = indexAt(partWithLostSign);
  const featureOfLostSign = features.find((feature) => feature.CoastalFeatureDisplayName === placeOfLostSign);

  let identifier = firstIdentifier - 1;
  let reportIndex = 0;
  let previous: RecordEvent | null = null;
  let previousCode = '';
  for (let index = 0; index < recordCount; index += 1) {
    identifier += random.chance(chanceOfGap) ? 2 : 1;
    const drawn = eventAt(index);
    const isTied: boolean = previous?.kind === drawn.kind && random.chance(chanceOfTie);
    const event: RecordEvent =
      isTied && previous !== null ? { ...previous, isInOlderPart: drawn.isInOlderPart } : drawn;
    const hasLostSign = index === indexWithLostSign && featureOfLostSign !== undefined;

    let record: RawDataRecord;
    if (event.kind === 'detection' && !hasLostSign) {
      record = detection(identifier, event.time, event.isInOlderPart, points, random);
    } else {
      const code: string =
        isTied && random.chance(chanceOfSharedCode) ? previousCode : reportCode(reportIndex, recordCount);
      reportIndex += 1;
      previousCode = code;
      const place = hasLostSign ? { place: featureOfLostSign } : {};
      record = report({ ...event, identifier, code, ...place }, points, random);
      if (hasLostSign) record = withLostSign(record);
    }
    if (indicesWithoutSpecies.has(index)) record = { ...record, SightingSpeciesValue: null };
    if (index === indexWithoutOwner) record = { ...record, OwnerValue: null };
    yield record;
    previous = event;
  }
}

/** A named place of the coast: a row of `sample-places.csv`. */
interface Place {
  readonly displayName: string;
  readonly featureType: string;
  /** Degrees north, WGS 84. */
  readonly latitude: number;
  /** Degrees east, WGS 84. */
  readonly longitude: number;
  readonly town: string;
  /** Position relative to the town in words, for example "south of Yallingup". */
  readonly proximityWording: string;
  readonly localGovernment: string;
  /** Codes of the regions that respond to an event there, separated by a comma and a space. */
  readonly responseRegions: string;
  /**
   * The bearing towards the open sea, in degrees clockwise from north; null where the inshore and the offshore point are
   * the same, as for islands, rivers, reefs and receivers.
   */
  readonly seawardBearingInDegrees: number | null;
}

/** Reads every place of the sample: along the coast, roughly from north to south and then east, and the towns last. */
function readPlaces(): readonly Place[] {
  const rows = parse(readFileSync(new URL('./sample-places.csv', import.meta.url)), { columns: true });
  return (rows as readonly Record<keyof Place, string>[]).map((row) => ({
    ...row,
    latitude: Number(row.latitude),
    longitude: Number(row.longitude),
    seawardBearingInDegrees: row.seawardBearingInDegrees === '' ? null : Number(row.seawardBearingInDegrees),
  }));
}

/** The source of every feature of the sample, so that it cannot be mistaken for a publisher's entry. */
const sampleSource = 'Coastwatch sample data';

/** The distance from the inshore to the offshore point, towards the sea. */
const offshoreDistanceInMetres = 1000;

/** The radii of curvature along the coast are close to this, so the error of a point is a few metres at most. */
const earthRadiusInMetres = 6_371_009;

const metresPerDegree = (Math.PI / 180) * earthRadiusInMetres;

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

function roundTo(decimals: number, value: number): number {
  return Number(value.toFixed(decimals));
}

function seawardPoint(from: Point, bearingInDegrees: number): Point {
  const bearing = (bearingInDegrees * Math.PI) / 180;
  const north = (offshoreDistanceInMetres * Math.cos(bearing)) / metresPerDegree;
  const east = (offshoreDistanceInMetres * Math.sin(bearing)) / metresPerDegree;
  return {
    latitude: roundTo(5, from.latitude + north),
    longitude: roundTo(5, from.longitude + east / Math.cos((from.latitude * Math.PI) / 180)),
  };
}

/**
 * The inshore point of a place. Most points have a few more decimals than the place, like surveyed points. This moves a
 * point by less than 80 metres.
 */
function inshorePoint(place: Place, random: SeededRandom): Point {
  const extraDigits = (degrees: number): number =>
    random.chance(0.3) ? degrees : roundTo(5, degrees + random.integer(-49, 49) / 100_000);
  return { latitude: extraDigits(place.latitude), longitude: extraDigits(place.longitude) };
}

/**
 * A code in the format of the place's type: seven digits with leading zeros for a surf break, letters and digits for a
 * surf life saving club or a receiver, nine digits otherwise. Unique, because it contains the identifier.
 */
function departmentCode(featureType: string, identifier: number, random: SeededRandom): string {
  const number = String(identifier);
  switch (featureType) {
    case 'Surf Break':
      return `${number}${String(random.integer(0, 9))}`.padStart(7, '0');
    case 'Surf Life Saving Club':
      return `SLS${number.padStart(4, '0')}`;
    case 'Shark Monitoring Receiver':
      return `SMR${number.padStart(4, '0')}`;
    default:
      return `100${number.padStart(4, '0')}${String(random.integer(10, 99))}`;
  }
}

/** A remark, which few features have. */
function remark(random: SeededRandom): string | null {
  if (!random.chance(0.06)) return null;
  return random.pick(['Position read from a chart', 'Name in local use', 'Checked against the aerial photograph']);
}

function createFeature(place: Place, identifier: number, random: SeededRandom): CoastalFeatureRecord {
  const { displayName, featureType, proximityWording, seawardBearingInDegrees } = place;
  const inshore = inshorePoint(place, random);
  const offshore = seawardBearingInDegrees === null ? inshore : seawardPoint(inshore, seawardBearingInDegrees);
  const tweetText = `${displayName}, ${proximityWording}`;
  return {
    CoastalFeatureID: identifier,
    CoastalFeatureDOFID: departmentCode(featureType, identifier, random),
    CoastalFeatureFullName: displayName,
    CoastalFeatureDisplayName: displayName,
    CoastalFeatureFeatureType: featureType,
    CoastalFeatureInshoreLatitude: inshore.latitude,
    CoastalFeatureInshoreLongitude: inshore.longitude,
    CoastalFeatureOffshoreLatitude: offshore.latitude,
    CoastalFeatureOffshoreLongitude: offshore.longitude,
    CoastalFeatureLGAName: place.localGovernment,
    CoastalFeatureSource: sampleSource,
    CoastalFeatureTownProximityOLD: proximityWording,
    CoastalFeatureTownProximityNEW: place.town,
    CoastalFeatureInshore_Offshore:
      seawardBearingInDegrees === null
        ? 'Inshore and offshore locations same'
        : 'Separate inshore and offshore locations',
    CoastalFeatureLookup_Table: `${displayName} [${featureType}] ${proximityWording}`,
    CoastalFeatureTweet_Text: tweetText,
    CoastalFeatureResponse_Region: place.responseRegions,
    CoastalFeatureSource1: remark(random),
    CoastalFeatureTweet_Text_Len: tweetText.length,
  };
}

/**
 * Invented entries for real places on the Western Australian coast, in ascending order of their identifiers, with a few
 * gaps.
 */
export function sampleCoastalFeatures({ seed }: SampleOptions): CoastalFeatureRecord[] {
  const random = seededRandom(seed, 'coastal features');
  let identifier = 0;
  return readPlaces().map((place) => {
    identifier += random.chance(0.05) ? random.integer(2, 4) : 1;
    return createFeature(place, identifier, random);
  });
}
