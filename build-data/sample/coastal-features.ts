import type { CoastalFeatureRecord } from '../../core/datasets/coastal-features.ts';
import { allPlaces } from './places/all-places.ts';
import type { Place } from './places/place.ts';
import { seededRandom } from './seeded-random.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What every feature of the sample gives as its source, so that nobody takes it for a publisher's entry. */
export const sampleSource = 'Coastwatch sample data';

/** The distance from the inshore to the offshore point, towards the sea. */
const offshoreDistanceInMetres = 1000;

/** Radii of curvature are near enough to this along the whole coast: the point is off by a few metres at most. */
const earthRadiusInMetres = 6_371_009;

const metresPerDegree = (Math.PI / 180) * earthRadiusInMetres;

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

function roundedTo(decimals: number, value: number): number {
  return Number(value.toFixed(decimals));
}

function seawardPoint(from: Point, bearingInDegrees: number): Point {
  const bearing = (bearingInDegrees * Math.PI) / 180;
  const north = (offshoreDistanceInMetres * Math.cos(bearing)) / metresPerDegree;
  const east = (offshoreDistanceInMetres * Math.sin(bearing)) / metresPerDegree;
  return {
    latitude: roundedTo(5, from.latitude + north),
    longitude: roundedTo(5, from.longitude + east / Math.cos((from.latitude * Math.PI) / 180)),
  };
}

/**
 * The inshore point. Most entries have a few decimals more than the places were written with, as surveyed ones do; the
 * added distance is below 60 metres.
 */
function inshorePoint(place: Place, random: SeededRandom): Point {
  const extraDigits = (degrees: number): number =>
    random.chance(0.3) ? degrees : roundedTo(5, degrees + random.integer(-49, 49) / 100_000);
  return { latitude: extraDigits(place.latitude), longitude: extraDigits(place.longitude) };
}

/**
 * A code of the kind the place has: seven digits with leading zeros for a surf break, letters and digits for a surf
 * life saving club or a receiver, nine digits otherwise. Unique, because it holds the identifier's number.
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

/** A further remark, which few features have. */
function remark(random: SeededRandom): string | null {
  if (!random.chance(0.06)) return null;
  return random.pick(['Position read from a chart', 'Name in local use', 'Checked against the aerial photograph']);
}

function featureAt(place: Place, identifier: number, random: SeededRandom): CoastalFeatureRecord {
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

/** One feature for each place of the sample, identifiers rising from north to south with a few numbers left out. */
export function composeCoastalFeatures(seed: number): CoastalFeatureRecord[] {
  const random = seededRandom(seed, 'coastal features');
  let identifier = 0;
  return allPlaces.map((place) => {
    identifier += random.chance(0.05) ? random.integer(2, 4) : 1;
    return featureAt(place, identifier, random);
  });
}
