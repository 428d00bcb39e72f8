import type { RawDataRecord } from '../../core/datasets/raw-data.ts';
import { weightedChoice } from './seeded-random.ts';
import type { SeededRandom } from './seeded-random.ts';
import { dateTimeText } from './sighting-times.ts';
import { exactPoint, withFewerDecimals } from './standing-points.ts';
import type { StandingPoints } from './standing-points.ts';
import { detectionInteraction, detectionOwner, nullText, sightingSize, taggedSpecies } from './vocabulary.ts';

/** How many animals carry a tag: some are detected over and over, most rarely. */
const taggedAnimalCount = 520;

/** Numbers of tags lie in this range; the step has no factor in common with the range, so none is given twice. */
const lowestTag = 157;
const tagRange = 3144;
const tagStep = 37;

const goldenRatioPart = (Math.sqrt(5) - 1) / 2;

/** An animal's place in the order of how often it is detected, from 0; the first makes an eighth of all detections. */
const animalRank = weightedChoice(Array.from({ length: taggedAnimalCount }, (_, rank) => [rank, 1 / (rank + 1.2)]));

function tagOf(rank: number): string {
  return String(lowestTag + ((rank * tagStep + 1000) % tagRange));
}

/** Multiples of the golden ratio spread the species evenly over the frequent animals and over the rare ones. */
function speciesOf(rank: number, random: SeededRandom): string {
  const drawn = random.chance(0.04) ? random.unit() : (0.2 + rank * goldenRatioPart) % 1;
  return taggedSpecies.find(([, upTo]) => drawn < upTo)?.[0] ?? 'white';
}

/** The sonar buoy was tried at one beach, for three months. */
const sonarBuoyStart = Date.UTC(2017, 0, 1);
const sonarBuoyEnd = Date.UTC(2017, 3, 1);
const shareOfSonarBuoy = 0.048;

/** From here on a location is given with its proximity. */
export const proximityGivenFrom = Date.UTC(2016, 10, 1);
/** From here on positions have three decimals in x and four in y. */
export const fewerDecimalsFrom = Date.UTC(2017, 5, 12);

/** What a receiver recorded. In the older part of the series the text NULL stands where a value is missing. */
export function detection(
  identifier: number,
  time: number,
  inOlderPart: boolean,
  points: StandingPoints,
  random: SeededRandom,
): RawDataRecord {
  const rank = animalRank(random);
  const interaction = detectionInteraction(random);
  const fromSonarBuoy = time >= sonarBuoyStart && time < sonarBuoyEnd && random.chance(shareOfSonarBuoy);
  const feature = (fromSonarBuoy ? points.sonarBuoy : null) ?? points.receiver(random);
  const missing = inOlderPart ? nullText : null;
  const sizeGiven = fromSonarBuoy || (!inOlderPart && random.chance(0.012));
  // The newest positions were rounded, as those of reports; most receivers keep theirs in full.
  const point =
    time >= fewerDecimalsFrom && random.chance(0.1) ? withFewerDecimals(exactPoint(feature)) : exactPoint(feature);
  return {
    RawDataId: identifier,
    ObjectId: fromSonarBuoy ? `CBS${identifier % 10_000}` : tagOf(rank),
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
    SightingSizeValue: sizeGiven ? sightingSize(random) : missing,
    SightingSpeciesValue: fromSonarBuoy ? 'sonar object' : speciesOf(rank, random),
    OwnerValue: fromSonarBuoy && random.chance(0.1) ? 'Clever Buoy trial' : detectionOwner(random),
    LocationDetail: missing,
    LocationX: point.x,
    LocationY: point.y,
  };
}
