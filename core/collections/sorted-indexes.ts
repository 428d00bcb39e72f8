const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const lowHalf = isLittleEndian ? 0 : 1;
const highHalf = 1 - lowHalf;
const maximumDifference = 2 ** 32 - 1;

/**
 * The indexes of numbers in ascending or descending order of the numbers. Equal numbers are in ascending order of their
 * indexes in both cases. There must be no NaN.
 *
 * Sorting a million numbers with a comparison callback takes a second. Integers whose differences fit into 32 bits are
 * therefore packed into 64-bit integers, with the number in the upper half and the index in the lower half. The
 * platform sorts these in place, ten times as fast.
 */
export function sortedIndexes(numbers: Float64Array | Uint32Array, direction: 'asc' | 'desc'): Uint32Array {
  let least = Infinity;
  let most = -Infinity;
  let areIntegers = true;
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > most) most = number;
    if (!Number.isInteger(number)) areIntegers = false;
  }
  if (!areIntegers || most - least > maximumDifference) return sortByComparing(numbers, direction);

  const packed = new BigUint64Array(numbers.length);
  const halves = new Uint32Array(packed.buffer);
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? 0;
    halves[index * 2 + highHalf] = direction === 'asc' ? number - least : most - number;
    halves[index * 2 + lowHalf] = index;
  }
  packed.sort();
  const order = new Uint32Array(numbers.length);
  for (let index = 0; index < order.length; index++) order[index] = halves[index * 2 + lowHalf] ?? 0;
  return order;
}

function sortByComparing(numbers: Float64Array | Uint32Array, direction: 'asc' | 'desc'): Uint32Array {
  const sign = direction === 'asc' ? 1 : -1;
  return Uint32Array.from(numbers, (_, index) => index).sort(
    (a, b) => sign * ((numbers[a] ?? 0) - (numbers[b] ?? 0)) || a - b,
  );
}
