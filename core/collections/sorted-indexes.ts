const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const lowHalf = isLittleEndian ? 0 : 1;
const highHalf = 1 - lowHalf;
const maximumReduced = 2 ** 32 - 1;

/**
 * The indexes of numbers in ascending or descending order of the numbers. Equal numbers are in the order of
 * `compareEqual`, or else in ascending order of their indexes. The numbers must be finite, and so must their range.
 *
 * Sorting a million numbers with a comparison callback takes a second. The numbers are therefore packed into 64-bit
 * integers, with the number, reduced to 32 bits, in the upper half and the index in the lower half. The platform sorts
 * these in place, ten times as fast. Reduction keeps the order but can make different numbers equal, so only numbers
 * that are equal when reduced are sorted with a callback.
 */
export function sortedIndexes(
  numbers: Float64Array | Uint32Array,
  direction: 'asc' | 'desc',
  compareEqual: (a: number, b: number) => number = () => 0,
): Uint32Array {
  let least = Infinity;
  let most = -Infinity;
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > most) most = number;
  }
  // Not finite if all numbers are equal or differ by less than 1e-298: all are then 0 when reduced.
  const scale = maximumReduced / (most - least);
  const packed = new BigUint64Array(numbers.length);
  const halves = new Uint32Array(packed.buffer);
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index];
    halves[index * 2 + highHalf] = (direction === 'asc' ? number - least : most - number) * scale;
    halves[index * 2 + lowHalf] = index;
  }
  packed.sort();

  const order = new Uint32Array(numbers.length);
  const sign = direction === 'asc' ? 1 : -1;
  const compare = (a: number, b: number): number => sign * (numbers[a] - numbers[b]) || compareEqual(a, b) || a - b;
  let start = 0;
  let isSorted = true;
  for (let end = 0; end <= order.length; end++) {
    order[end] = halves[end * 2 + lowHalf];
    if (end < order.length && halves[end * 2 + highHalf] === halves[start * 2 + highHalf]) {
      isSorted &&= end === start || compare(order[end - 1], order[end]) < 0;
      continue;
    }
    if (!isSorted) order.subarray(start, end).sort(compare);
    start = end;
    isSorted = true;
  }
  return order;
}

/** The indexes of equal numbers, for each number that occurs more than once. */
export function* runsOfEqualNumbers(numbers: Uint32Array): Generator<Uint32Array> {
  const order = sortedIndexes(numbers, 'asc');
  for (let start = 0, end = 0; start < order.length; start = end) {
    while (end < order.length && numbers[order[end]] === numbers[order[start]]) end++;
    if (end - start > 1) yield order.subarray(start, end);
  }
}
