import type { CoastalFeatureRecord } from '../../core/datasets/coastal-features.ts';
import type { RawDataRecord } from '../../core/datasets/raw-data.ts';
import { fewerDecimalsFrom, proximityGivenFrom } from './detections.ts';
import { locationDetail } from './location-detail.ts';
import type { SeededRandom } from './seeded-random.ts';
import { dateTimeText, millisecondsPerHour } from './sighting-times.ts';
import { withFewerDecimals } from './standing-points.ts';
import type { StandingPoints } from './standing-points.ts';
import * as vocabulary from './vocabulary.ts';
import type { ReportedDistance } from './vocabulary.ts';

const fewCodes = 100_000;
const manyCodes = 10_000_000;
/** Has no factor in common with either number of codes, so that no code is given twice before all were given. */
const codeStep = 48_271;

/** The code of a person's report: WA, digits, TSE. A large sample needs more than the five digits there used to be. */
export function reportCode(reportIndex: number, recordCount: number): string {
  const codes = recordCount > fewCodes ? manyCodes : fewCodes;
  const digits = String((reportIndex * codeStep + 12_345) % codes);
  return `WA${digits.padStart(5, '0')}TSE`;
}

/** The code of an animal caught at a drumline: SD, then day, month, year, hour and minute, two digits each. */
function drumlineCode(sightingDateTime: string): string {
  const [year, month, day, hour, minute] = [2, 5, 8, 11, 14].map((start) => sightingDateTime.slice(start, start + 2));
  return `SD${day}${month}${year}${hour}${minute}`;
}

/** Most reports were made some hours after the sighting, a few days later, and a few carry a wrong clock. */
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
  fromDrumline: boolean,
  random: SeededRandom,
): string {
  const name = feature.CoastalFeatureDisplayName;
  const text = time >= proximityGivenFrom ? (feature.CoastalFeatureTweet_Text ?? name) : name;
  return `${fromDrumline ? 'near ' : ''}${text}${random.chance(0.0004) ? '\n' : ''}`;
}

function ownerText(time: number, fromDrumline: boolean, random: SeededRandom): string {
  if (fromDrumline) return 'SMART drumline trial';
  return time < fewerDecimalsFrom ? vocabulary.olderReportOwner(random) : vocabulary.newerReportOwner(random);
}

/** What is settled about a report before its texts are drawn. */
export interface ReportOutline {
  readonly identifier: number;
  /** Milliseconds since 1970, in whatever time the report was written. */
  readonly time: number;
  readonly code: string;
  readonly inOlderPart: boolean;
  /** An animal caught at a drumline rather than a sighting. */
  readonly fromDrumline: boolean;
  /** Where it was reported from; chosen freely when absent. */
  readonly place?: CoastalFeatureRecord;
}

/** What a person reported, or caught at a drumline. */
export function report(outline: ReportOutline, points: StandingPoints, random: SeededRandom): RawDataRecord {
  const { identifier, time, code, inOlderPart, fromDrumline } = outline;
  const feature = outline.place ?? points.reportPlace(random);
  const interaction = fromDrumline ? vocabulary.drumlineInteraction(random) : vocabulary.reportInteraction(random);
  const distance: ReportedDistance | null = random.chance(0.895) ? vocabulary.reportedDistance(random) : null;
  const point = points.pointOf(feature, distance?.distanceInMetres ?? null, random);
  const { x, y } = time >= fewerDecimalsFrom ? withFewerDecimals(point) : point;
  const sightingDateTime = dateTimeText(time);
  // Some older reports hold the text NULL as their distance, and no unit.
  const distanceMissing = inOlderPart && random.chance(0.42) ? vocabulary.nullText : null;
  return {
    RawDataId: identifier,
    ObjectId: fromDrumline ? drumlineCode(sightingDateTime) : code,
    Distance: distance?.value ?? distanceMissing,
    DistanceUnit: distance?.unit ?? null,
    InteractionValue: interaction.value,
    InteractionId: interaction.identifier,
    TownProximity: townText(feature.CoastalFeatureTownProximityNEW, random),
    LocationValue: locationText(feature, time, fromDrumline, random),
    SightingNumbervalue: random.chance(0.154) ? vocabulary.sightingNumber(random) : null,
    ReportDateTime: reportDateTime(time, random),
    SightingDateTime: sightingDateTime,
    SightingSizeValue: random.chance(0.882) ? vocabulary.sightingSize(random) : null,
    SightingSpeciesValue: fromDrumline ? vocabulary.drumlineSpecies(random) : vocabulary.reportSpecies(random),
    OwnerValue: ownerText(time, fromDrumline, random),
    LocationDetail: random.chance(0.584) ? locationDetail(random) : null,
    LocationX: x,
    LocationY: y,
  };
}
