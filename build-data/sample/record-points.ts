import type { CoastalFeatureRecord } from '../../core/datasets/datasets.ts';
import { seededRandom, weightedChoice, type SeededRandom, type WeightedChoice } from './seeded-random.ts';

/** Reports at this distance or more are placed at the offshore point of their feature. */
const offshoreFromMetres = 1000;

/** A sample has one variant of each feature's points per this many records. The first variant is not shifted. */
const recordsPerVariant = 17_000;

/** The largest shift of a variant from its feature's point, in degrees. */
const largestShiftInDegrees = 0.012;

/** Rounded relative numbers of reports from each town. Other towns have `reportsOfOtherTown`. */
const reportsOfTown: Readonly<Record<string, number>> = {
  'Perth Metro': 1400,
  Dunsborough: 680,
  'Cape Naturaliste': 590,
  Yallingup: 550,
  Gracetown: 520,
  'Rottnest Island': 440,
  Mandurah: 380,
  Rockingham: 360,
  Esperance: 300,
  Busselton: 300,
  Prevelly: 300,
  Albany: 160,
  Bunbury: 160,
  'Hamelin Bay': 110,
  Coogee: 90,
  Broome: 75,
  'Garden Island': 70,
  Fremantle: 70,
  Augusta: 65,
  Geraldton: 60,
  Denmark: 60,
  Exmouth: 55,
  Yanchep: 45,
  Dongara: 30,
  'Carnac Island': 30,
  'Cape Arid Nat Park': 30,
  'Bremer Bay': 25,
  'Coral Bay': 20,
  'Peaceful Bay': 15,
};
const reportsOfOtherTown = 8;

/** Rounded relative numbers of detections of each receiver. Other receivers have `detectionsOfOtherReceiver`. */
const detectionsOfReceiver: Readonly<Record<string, number>> = {
  'Warnbro Sound': 3500,
  'Garden Island': 1300,
  'West Beach': 720,
  Meelup: 630,
  'Bickley Point': 560,
  'Scarborough Offshore': 380,
  'Frenchman Bay': 360,
  'Ellen Cove': 350,
  'North Cottesloe': 300,
  'City Beach': 240,
  Cottesloe: 230,
  Floreat: 210,
  Swanbourne: 180,
  'Strickland Bay': 160,
  Scarborough: 160,
  Trigg: 120,
  'Mullaloo South': 110,
  'Ocean Reef': 80,
  'Mullaloo North': 65,
  'Kelp Beds': 65,
  Leighton: 65,
  'Smiths Beach': 60,
  Busselton: 45,
};
const detectionsOfOtherReceiver = 15;

const townType = 'Town';
const receiverType = 'Shark Monitoring Receiver';
const sonarBuoyStation = 'City Beach';

/** Degrees east and north, WGS 84. */
interface RecordPoint {
  readonly x: number;
  readonly y: number;
}

/** Chooses the points of a sample's records, which are at or near points of its coastal features. */
export interface RecordPoints {
  readonly receiver: WeightedChoice<CoastalFeatureRecord>;
  /** The receiver at which the sonar buoy was tested; null if the sample does not have it. */
  readonly sonarBuoy: CoastalFeatureRecord | null;
  readonly reportPlace: WeightedChoice<CoastalFeatureRecord>;
  /**
   * The point of a report from a feature. The distance offshore is null if it was not reported. In a large sample, the
   * point is shifted to one of several variants, so that the number of distinct points grows with the number of
   * records.
   */
  choosePoint(feature: CoastalFeatureRecord, distanceInMetres: number | null, random: SeededRandom): RecordPoint;
}

/** The exact inshore point, where a receiver is moored. */
export function exactPoint(feature: CoastalFeatureRecord): RecordPoint {
  return { x: feature.CoastalFeatureInshoreLongitude, y: feature.CoastalFeatureInshoreLatitude };
}

/** Newer positions have three decimals in x and four in y, older ones up to five in both. */
export function withFewerDecimals({ x, y }: RecordPoint): RecordPoint {
  return { x: Math.round(x * 1000) / 1000, y: Math.round(y * 10_000) / 10_000 };
}

function stationName(feature: CoastalFeatureRecord): string {
  return feature.CoastalFeatureDisplayName.replace(` ${receiverType}`, '');
}

function receiverWeight(feature: CoastalFeatureRecord): number {
  return detectionsOfReceiver[stationName(feature)] ?? detectionsOfOtherReceiver;
}

/**
 * Prepares the choice of points for a sample with this number of records. Memory use grows only with the number of
 * variants.
 */
export function recordPoints(
  features: readonly CoastalFeatureRecord[],
  seed: number,
  recordCount: number,
): RecordPoints {
  const random = seededRandom(seed, 'standing points' /* Changing this label would change every sample. */);
  const receivers = features.filter((feature) => feature.CoastalFeatureFeatureType === receiverType);
  // Nobody reports a shark in the middle of a town.
  const others = features.filter(({ CoastalFeatureFeatureType: type }) => type !== receiverType && type !== townType);
  const reportWeight = ({ CoastalFeatureTownProximityNEW }: CoastalFeatureRecord): number => {
    const town = String(CoastalFeatureTownProximityNEW);
    const featuresOfTown = others.filter((other) => other.CoastalFeatureTownProximityNEW === town).length;
    const popularity = Math.exp(random.normal(0, 1));
    return ((reportsOfTown[town] ?? reportsOfOtherTown) / featuresOfTown) * popularity;
  };

  const shiftInDegrees = (): number => (random.unit() * 2 - 1) * largestShiftInDegrees;
  const variantCount = Math.max(1, Math.round(recordCount / recordsPerVariant));
  const shifts = Array.from({ length: variantCount }, (_, variant) =>
    variant === 0 ? { x: 0, y: 0 } : { x: shiftInDegrees(), y: shiftInDegrees() },
  );

  return {
    receiver: weightedChoice(receivers.map((feature) => [feature, receiverWeight(feature)])),
    sonarBuoy: receivers.find((feature) => stationName(feature) === sonarBuoyStation) ?? null,
    reportPlace: weightedChoice(others.map((feature) => [feature, reportWeight(feature)])),
    choosePoint(feature, distanceInMetres, draw) {
      const isOffshore = distanceInMetres !== null && distanceInMetres >= offshoreFromMetres;
      const longitude = isOffshore ? feature.CoastalFeatureOffshoreLongitude : feature.CoastalFeatureInshoreLongitude;
      const latitude = isOffshore ? feature.CoastalFeatureOffshoreLatitude : feature.CoastalFeatureInshoreLatitude;
      const shift = draw.pick(shifts);
      return {
        x: Math.round((longitude + shift.x) * 100_000) / 100_000,
        y: Math.round((latitude + shift.y) * 100_000) / 100_000,
      };
    },
  };
}
