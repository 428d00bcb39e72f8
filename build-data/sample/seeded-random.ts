import { countWhile } from '../../core/collections/arrays.ts';

/**
 * Numbers that look random but follow from a seed alone, so that the same seed gives the same sample on every machine.
 * The generator is sfc32, Chris Doty-Humphrey's "small fast counter": 128 bits of state, integer arithmetic only.
 */
export interface SeededRandom {
  /** A number from 0, included, to 1, excluded. */
  unit(): number;
  /** An integer between two limits, both included, all equally likely. */
  integer(minimum: number, maximum: number): number;
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean;
  /** A number from the normal distribution with this mean and standard deviation. */
  normal(mean: number, standardDeviation: number): number;
  /** One of the values, all equally likely. */
  pick<Value>(values: readonly Value[]): Value;
}

/** Picks one of some values, each as often as its weight says. */
export type WeightedChoice<Value> = (random: SeededRandom) => Value;

/** Steps to discard at first, so that seeds that differ in one bit give unlike numbers. */
const warmUpSteps = 16;

function sfc32(first: number, second: number, third: number): () => number {
  let [a, b, c, counter] = [first | 0, second | 0, third | 0, 1];
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}

/**
 * A generator for a seed, any safe integer. The purpose keeps apart the numbers of parts that share a seed: one part
 * can draw more of them without changing what the other draws.
 */
export function seededRandom(seed: number, purpose: string): SeededRandom {
  let purposeHash = 0x811c9dc5;
  for (const character of purpose) {
    purposeHash = Math.imul(purposeHash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  const unit = sfc32(seed, Math.floor(seed / 2 ** 32), purposeHash);
  for (let step = 0; step < warmUpSteps; step += 1) unit();

  return {
    unit,
    integer: (minimum, maximum) => minimum + Math.floor(unit() * (maximum - minimum + 1)),
    chance: (probability) => unit() < probability,
    normal(mean, standardDeviation) {
      // Box and Muller; the other number of the pair is left unused, so that no state is kept here.
      const radius = Math.sqrt(-2 * Math.log(1 - unit()));
      return mean + standardDeviation * radius * Math.cos(2 * Math.PI * unit());
    },
    pick(values) {
      const value = values[Math.floor(unit() * values.length)];
      if (value === undefined) throw new Error('There is no value to pick from.');
      return value;
    },
  };
}

/**
 * Prepares a choice among values, each given with its weight. Takes time once; a choice then costs a binary search.
 * The weights need not add up to anything.
 */
export function weightedChoice<Value>(
  weighted: readonly (readonly [value: Value, weight: number])[],
): WeightedChoice<Value> {
  let total = 0;
  const upperLimits = weighted.map(([, weight]) => (total += weight));
  return (random) => {
    const drawn = random.unit() * total;
    const chosen = weighted[countWhile(upperLimits.length - 1, (index) => (upperLimits[index] ?? total) <= drawn)];
    if (chosen === undefined) throw new Error('There is no value to choose from.');
    return chosen[0];
  };
}
