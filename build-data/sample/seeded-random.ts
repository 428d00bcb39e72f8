/**
 * Pseudorandom numbers that depend only on a seed, so that the same seed gives the same sample on every machine.
 * The generator is sfc32, Chris Doty-Humphrey's "small fast counter": 128 bits of state, integer arithmetic only.
 */
export interface SeededRandom {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  unit(): number;
  /** A uniformly distributed integer between two limits, both inclusive. */
  integer(minimum: number, maximum: number): number;
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean;
  /** A number from the normal distribution with this mean and standard deviation. */
  normal(mean: number, standardDeviation: number): number;
  /** One of the values, all equally likely. */
  pick<Value>(values: readonly Value[]): Value;
}

/** Picks one of several values with probabilities proportional to their weights. */
export type WeightedChoice<Value> = (random: SeededRandom) => Value;

/** The number of initial steps to discard, so that similar seeds give unrelated numbers. */
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
 * A generator for a seed, which is any safe integer. Generators with different purposes are independent, so that one
 * part of a sample can draw more numbers without changing the others.
 */
export function seededRandom(seed: number, purpose: string): SeededRandom {
  let purposeHash = 0x811c9dc5;
  for (const byte of Buffer.from(purpose)) purposeHash = Math.imul(purposeHash ^ byte, 0x01000193);
  const unit = sfc32(seed, Math.floor(seed / 2 ** 32), purposeHash);
  for (let step = 0; step < warmUpSteps; step += 1) unit();

  return {
    unit,
    integer: (minimum, maximum) => minimum + Math.floor(unit() * (maximum - minimum + 1)),
    chance: (probability) => unit() < probability,
    normal(mean, standardDeviation) {
      // Box-Muller transform. The second number of the pair is discarded, so that it need not be stored.
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

export function weightedChoice<Value>(
  weighted: readonly (readonly [value: Value, weight: number])[],
): WeightedChoice<Value> {
  let total = 0;
  const choices = weighted.map(([value, weight]) => ({ value, upTo: (total += weight) }));
  return (random) => {
    const drawn = random.unit() * total;
    const chosen = choices.find(({ upTo }) => drawn < upTo) ?? choices.at(-1);
    if (chosen === undefined) throw new Error('There is no value to choose from.');
    return chosen.value;
  };
}
