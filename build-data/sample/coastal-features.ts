import type { CoastalFeatureRecord } from '../../core/datasets/datasets.ts';
import { gascoyne, kimberley, midWest, pilbara } from './places/north-of-perth.ts';
import { peel, perthNorth, perthSouth, rottnest } from './places/perth.ts';
import { type Place, type PlaceGroup, placesOf } from './places/place.ts';
import { esperance, greatSouthern, southWest } from './places/south.ts';
import { seededRandom, type SeededRandom } from './seeded-random.ts';

const town = (
  name: string,
  localGovernment: string,
  responseRegions: string,
  latitude: number,
  longitude: number,
): PlaceGroup => ({
  localGovernment,
  town: name,
  responseRegions,
  places: [[name, 'Town', latitude, longitude, '', null]],
});

/** The towns by which people know the parts of the coast. */
const towns: readonly PlaceGroup[] = [
  town('Broome', 'Shire of Broome', 'KIM', -17.962, 122.236),
  town('Port Hedland', 'Town of Port Hedland', 'PIL', -20.311, 118.601),
  town('Karratha', 'City of Karratha', 'PIL', -20.736, 116.846),
  town('Onslow', 'Shire of Ashburton', 'PIL', -21.637, 115.115),
  town('Exmouth', 'Shire of Exmouth', 'GAS', -21.931, 114.121),
  town('Coral Bay', 'Shire of Carnarvon', 'GAS', -23.142, 113.772),
  town('Carnarvon', 'Shire of Carnarvon', 'GAS', -24.882, 113.661),
  town('Denham', 'Shire of Shark Bay', 'GAS', -25.927, 113.534),
  town('Kalbarri', 'Shire of Northampton', 'MWT', -27.711, 114.165),
  town('Geraldton', 'City of Greater Geraldton', 'MWT', -28.775, 114.612),
  town('Jurien Bay', 'Shire of Dandaragan', 'MWT', -30.304, 115.039),
  town('Lancelin', 'Shire of Gingin', 'WHE', -31.02, 115.329),
  town('Perth', 'City of Perth', 'PMN', -31.953, 115.857),
  town('Mandurah', 'City of Mandurah', 'PEL', -32.529, 115.723),
  town('Bunbury', 'City of Bunbury', 'SWT', -33.327, 115.637),
  town('Busselton', 'City of Busselton', 'SWT', -33.652, 115.345),
  town('Augusta', 'Shire of Augusta-Margaret River', 'SWT', -34.313, 115.159),
  town('Denmark', 'Shire of Denmark', 'GSN', -34.961, 117.355),
  town('Albany', 'City of Albany', 'GSN', -35.023, 117.884),
  town('Bremer Bay', 'Shire of Jerramungup', 'GSN', -34.391, 119.381),
  town('Esperance', 'Shire of Esperance', 'ESP', -33.861, 121.891),
  town('Eucla', 'Shire of Dundas', 'ESP', -31.677, 128.889),
];

/** Every place of the sample, roughly from north to south, then east; the towns last. */
const allPlaces: readonly Place[] = [
  kimberley,
  pilbara,
  gascoyne,
  midWest,
  perthNorth,
  perthSouth,
  rottnest,
  peel,
  southWest,
  greatSouthern,
  esperance,
  towns,
].flatMap(placesOf);

/** What every feature of the sample gives as its source, so that nobody takes it for a publisher's entry. */
const sampleSource = 'Coastwatch sample data';

/** The distance from the inshore to the offshore point, towards the sea. */
const offshoreDistanceInMetres = 1000;

/** Radii of curvature along the coast are close to this: points are off by a few metres at most. */
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
