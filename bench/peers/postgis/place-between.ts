import type { SeededRandom } from '../../../build-data/sample/seeded-random.ts';
import type { PostgisAnswers } from './postgis-answers.ts';
import type { Place } from './random-place.ts';
import type { DatasetName } from './search-inputs.ts';

const fewestHalvings = 5;
/** Brings any two places together to less than a nanometre. */
const mostHalvings = 55;

/**
 * A place on the way from one place to another, close to where another record becomes the nearest: there the least
 * error in a distance gives the wrong one. How close is left to chance.
 */
export async function placeBetween(
  random: SeededRandom,
  theirs: PostgisAnswers,
  dataset: DatasetName,
  [from, to]: readonly [Place, Place],
): Promise<Place> {
  const [first] = (await theirs.oneNearest(dataset, from)).keys();
  if (first === undefined) return from;
  const isNearestTo = async (place: Place): Promise<boolean> => {
    const distance = (await theirs.distances(dataset, place, [first])).get(first);
    const [least] = (await theirs.oneNearest(dataset, place)).values();
    return distance === least;
  };
  let [near, far] = [from, to];
  const halvings = random.integer(fewestHalvings, mostHalvings);
  for (let halving = 0; halving < halvings; halving++) {
    const middle = {
      longitude: (near.longitude + far.longitude) / 2,
      latitude: (near.latitude + far.latitude) / 2,
    };
    if (await isNearestTo(middle)) near = middle;
    else far = middle;
  }
  return random.pick([near, far]);
}
