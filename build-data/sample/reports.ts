import type { CoastalFeatureRecord, RawDataRecord } from '../../core/datasets/datasets.ts';
import { exactPoint, type RecordPoints, withFewerDecimals } from './record-points.ts';
import { type SeededRandom, weightedChoice } from './seeded-random.ts';
import { dateTimeText, millisecondsPerHour } from './sighting-times.ts';
import * as vocabulary from './vocabulary.ts';
import {
  detectionInteraction,
  detectionOwner,
  nullText,
  type ReportedDistance,
  sightingSize,
  taggedSpecies,
} from './vocabulary.ts';

const fiveDigitCodes = 100_000;
const sevenDigitCodes = 10_000_000;
/** Coprime with both numbers of codes, so that no code repeats before all have been used. */
const codeStep = 48_271;

/** The code of a person's report: WA, digits, TSE. A large sample needs more than the usual five digits. */
export function reportCode(reportIndex: number, recordCount: number): string {
  const codes = recordCount > fiveDigitCodes ? sevenDigitCodes : fiveDigitCodes;
  const digits = String((reportIndex * codeStep + 12_345) % codes);
  return `WA${digits.padStart(5, '0')}TSE`;
}

/** The code of an animal caught at a drumline: SD, then day, month, year, hour and minute, two digits each. */
function drumlineCode(sightingDateTime: string): string {
  const [year, month, day, hour, minute] = [2, 5, 8, 11, 14].map((start) => sightingDateTime.slice(start, start + 2));
  return `SD${day}${month}${year}${hour}${minute}`;
}

/** Most reports were made within hours of the sighting, some days later, and a few have a wrong time. */
function reportDateTime(time: number, random: SeededRandom): string | null {
  if (!random.chance(0.12)) return null;
  const delayInHours = random.chance(0.002) ? -random.unit() * 5.7 : Math.min(2 * Math.exp(random.normal(0, 1.6)), 970);
  return dateTimeText(time + Math.round(delayInHours * 3600) * (millisecondsPerHour / 3600));
}

function townText(town: string | null, random: SeededRandom): string | null {
  if (random.chance(0.0018)) return null;
  if (random.chance(0.005)) return 'Receiver';
  return town === 'Peaceful Bay' && random.chance(0.12) ? `${town} ` : town;
}

function locationText(
  feature: CoastalFeatureRecord,
  time: number,
  isFromDrumline: boolean,
  random: SeededRandom,
): string {
  const name = feature.CoastalFeatureDisplayName;
  const text = time >= proximityGivenFrom ? (feature.CoastalFeatureTweet_Text ?? name) : name;
  return `${isFromDrumline ? 'near ' : ''}${text}${random.chance(0.0004) ? '\n' : ''}`;
}

function ownerText(time: number, isFromDrumline: boolean, random: SeededRandom): string {
  if (isFromDrumline) return 'SMART drumline trial';
  return time < fewerDecimalsFrom ? vocabulary.olderReportOwner(random) : vocabulary.newerReportOwner(random);
}

/** The properties of a report that are determined before its text fields. */
interface ReportOutline {
  readonly identifier: number;
  /** Milliseconds since 1970, in the time zone of the report. */
  readonly time: number;
  readonly code: string;
  readonly isInOlderPart: boolean;
  /** An animal caught at a drumline rather than a sighting. */
  readonly isFromDrumline: boolean;
  /** The reported place; random if absent. */
  readonly place?: CoastalFeatureRecord;
}

/** A person's report, or a catch at a drumline. */
export function report(outline: ReportOutline, points: RecordPoints, random: SeededRandom): RawDataRecord {
  const { identifier, time, code, isInOlderPart, isFromDrumline } = outline;
  const feature = outline.place ?? points.reportPlace(random);
  const interaction = isFromDrumline ? vocabulary.drumlineInteraction(random) : vocabulary.reportInteraction(random);
  const distance: ReportedDistance | null = random.chance(0.895) ? vocabulary.reportedDistance(random) : null;
  const point = points.choosePoint(feature, distance?.distanceInMetres ?? null, random);
  const { x, y } = time >= fewerDecimalsFrom ? withFewerDecimals(point) : point;
  const sightingDateTime = dateTimeText(time);
  // Some older reports have the text NULL as their distance, and no unit.
  const missingDistance = isInOlderPart && random.chance(0.42) ? vocabulary.nullText : null;
  return {
    RawDataId: identifier,
    ObjectId: isFromDrumline ? drumlineCode(sightingDateTime) : code,
    Distance: distance?.value ?? missingDistance,
    DistanceUnit: distance?.unit ?? null,
    InteractionValue: interaction.value,
    InteractionId: interaction.identifier,
    TownProximity: townText(feature.CoastalFeatureTownProximityNEW, random),
    LocationValue: locationText(feature, time, isFromDrumline, random),
    SightingNumbervalue: random.chance(0.154) ? vocabulary.sightingNumber(random) : null,
    ReportDateTime: reportDateTime(time, random),
    SightingDateTime: sightingDateTime,
    SightingSizeValue: random.chance(0.882) ? vocabulary.sightingSize(random) : null,
    SightingSpeciesValue: isFromDrumline ? vocabulary.drumlineSpecies(random) : vocabulary.reportSpecies(random),
    OwnerValue: ownerText(time, isFromDrumline, random),
    LocationDetail: random.chance(0.584) ? locationDetail(random) : null,
    LocationX: x,
    LocationY: y,
  };
}

/** The number of tagged animals: some are detected very often, most rarely. */
const taggedAnimalCount = 520;

/** Tag numbers are in this range. The step is coprime with the size of the range, so no number repeats. */
const lowestTag = 157;
const tagRange = 3144;
const tagStep = 37;

const goldenRatioPart = (Math.sqrt(5) - 1) / 2;

/** An animal's rank by its number of detections, from 0. The first has an eighth of all detections. */
const animalRank = weightedChoice(Array.from({ length: taggedAnimalCount }, (_, rank) => [rank, 1 / (rank + 1.2)]));

function tagNumber(rank: number): string {
  return String(lowestTag + ((rank * tagStep + 1000) % tagRange));
}

/** Multiples of the golden ratio spread the species evenly over frequently and rarely detected animals. */
function taggedAnimalSpecies(rank: number, random: SeededRandom): string {
  const drawn = random.chance(0.04) ? random.unit() : (0.2 + rank * goldenRatioPart) % 1;
  return taggedSpecies.find(([, upTo]) => drawn < upTo)?.[0] ?? 'white';
}

/** The sonar buoy was tested at one beach for three months. */
const sonarBuoyStart = Date.UTC(2017, 0, 1);
const sonarBuoyEnd = Date.UTC(2017, 3, 1);
const sonarBuoyShare = 0.048;

/** From this time on, the text of a location includes its proximity to a town. */
const proximityGivenFrom = Date.UTC(2016, 10, 1);
/** From this time on, positions have three decimals in x and four in y. */
const fewerDecimalsFrom = Date.UTC(2017, 5, 12);

/** A detection by a receiver. In the older part of the series, missing values are the text NULL. */
export function detection(
  identifier: number,
  time: number,
  isInOlderPart: boolean,
  points: RecordPoints,
  random: SeededRandom,
): RawDataRecord {
  const rank = animalRank(random);
  const interaction = detectionInteraction(random);
  const isFromSonarBuoy = time >= sonarBuoyStart && time < sonarBuoyEnd && random.chance(sonarBuoyShare);
  const feature = (isFromSonarBuoy ? points.sonarBuoy : null) ?? points.receiver(random);
  const missing = isInOlderPart ? nullText : null;
  const hasSize = isFromSonarBuoy || (!isInOlderPart && random.chance(0.012));
  // Some newer positions are rounded like those of reports. Most receivers have positions with full precision.
  const point =
    time >= fewerDecimalsFrom && random.chance(0.1) ? withFewerDecimals(exactPoint(feature)) : exactPoint(feature);
  return {
    RawDataId: identifier,
    ObjectId: isFromSonarBuoy ? `CBS${identifier % 10_000}` : tagNumber(rank),
    Distance: missing,
    DistanceUnit: missing,
    InteractionValue: interaction.value,
    InteractionId: interaction.identifier,
    TownProximity: missing,
    LocationValue:
      (time >= proximityGivenFrom ? feature.CoastalFeatureTweet_Text : null) ?? feature.CoastalFeatureDisplayName,
    SightingNumbervalue: missing,
    ReportDateTime: null,
    SightingDateTime: dateTimeText(time),
    SightingSizeValue: hasSize ? sightingSize(random) : missing,
    SightingSpeciesValue: isFromSonarBuoy ? 'sonar object' : taggedAnimalSpecies(rank, random),
    OwnerValue: isFromSonarBuoy && random.chance(0.1) ? 'Clever Buoy trial' : detectionOwner(random),
    LocationDetail: missing,
    LocationX: point.x,
    LocationY: point.y,
  };
}

const distances = ['About 20 metres', 'Roughly 50 m', 'Some 100 metres', 'Around 150 m', '200m', 'Half a kilometre'];
const directions = ['north', 'south', 'east', 'west', 'north west', 'south west', 'seaward', 'shoreward'];
const landmarks = [
  'the main car park',
  'the boat ramp',
  'the surf club',
  'the outer marker',
  'the groyne',
  'the reef edge',
  'the swimming area',
  'the river mouth',
  'the end of the jetty',
  'the rocks at the point',
  'the first set of stairs',
  'the moored boats',
  'the lookout',
  "the lifeguards' tower",
];
const beginnings = [
  'Off',
  'Just outside',
  'Near',
  'Level with',
  'Behind the waves at',
  'In front of',
  'Between the beach and',
];
const endings = [
  'heading north',
  'heading south along the shore',
  'swimming slowly',
  'in clear shallow water',
  'near a school of bait fish',
  'following a boat',
  'seen from the shore',
  'seen by a stand-up paddler',
  'moving out to sea',
  'beach closed for an hour',
  'bathers left the water',
  'lost sight of it after a minute',
];

/** A free text about the location of an event: mostly one line, sometimes with line feeds or double spaces. */
function locationDetail(random: SeededRandom): string {
  const place = random.chance(0.5)
    ? `${random.pick(distances)} ${random.pick(directions)} of ${random.pick(landmarks)}`
    : `${random.pick(beginnings)} ${random.pick(landmarks)}`;
  if (random.chance(0.4)) return place;
  const ending = random.pick(endings);
  if (random.chance(0.018)) return `${place}\n${ending}${random.chance(0.5) ? '\n' : ''}`;
  if (random.chance(0.04)) return `${place}.  ${ending}`;
  if (random.chance(0.005)) return `"${place}" ${ending}`;
  return `${place}, ${ending}`;
}
