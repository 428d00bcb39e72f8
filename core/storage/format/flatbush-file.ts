import Flatbush from 'flatbush';

import { MalformedBytesError } from './bytes.ts';

/*
 * The spatial index of a dataset, as the Flatbush library stores it: item i is the i-th distinct point of the dataset.
 * See https://github.com/mourner/flatbush for the library.
 */

/** The bytes before the boxes: a magic number, the version and type, the node size and the number of items. */
const headerBytes = 8;
/** The least and greatest x and y of a box, as doubles. For a point, the greatest equal the least. */
const numbersPerBox = 4;

/**
 * The bytes of the index, which `Flatbush.from` opens. The coordinates of the points are in degrees. Undefined if there
 * are no points, because Flatbush cannot create an empty index.
 */
export function encodeFlatbush(
  longitudes: ArrayLike<number>,
  latitudes: ArrayLike<number>,
): Uint8Array<ArrayBuffer> | undefined {
  if (longitudes.length === 0) return undefined;
  const tree = new Flatbush(longitudes.length);
  for (let point = 0; point < longitudes.length; point++) tree.add(longitudes[point], latitudes[point]);
  tree.finish();
  return new Uint8Array(tree.data as ArrayBuffer);
}

/** The points of an index in the order of its leaves, in which points close to each other are neighbours. */
export interface StoredPoints {
  /** In degrees, by slot, which is the index of a point in the order of the leaves. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** The slot of each point. */
  readonly slotOf: Uint32Array;
}

export const noPoints: StoredPoints = {
  longitudes: new Float64Array(0),
  latitudes: new Float64Array(0),
  slotOf: new Uint32Array(0),
};

/** Reads an index without sorting its points again. Throws MalformedBytesError. */
export function decodeFlatbush(bytes: Uint8Array<ArrayBuffer>): StoredPoints {
  const tree = openFlatbush(bytes);
  if (tree.ArrayType !== Float64Array) throw new MalformedBytesError('its coordinates are not doubles');
  const leaves = new Float64Array(tree.data, headerBytes, tree.numItems * numbersPerBox);
  const longitudes = new Float64Array(tree.numItems);
  const latitudes = new Float64Array(tree.numItems);
  for (let slot = 0; slot < tree.numItems; slot++) {
    longitudes[slot] = readDegrees(leaves, slot * numbersPerBox, 180);
    latitudes[slot] = readDegrees(leaves, slot * numbersPerBox + 1, 90);
  }
  // The root is inside the search box, so Flatbush returns all its leaves from first to last.
  const order = tree.search(-Infinity, -Infinity, Infinity, Infinity);
  const slotOf = new Uint32Array(tree.numItems).fill(tree.numItems);
  for (const [slot, point] of order.entries()) slotOf[point] = slot;
  if (slotOf.includes(tree.numItems)) throw new MalformedBytesError('a point is missing');
  return { longitudes, latitudes, slotOf };
}

function openFlatbush(bytes: Uint8Array<ArrayBuffer>): Flatbush {
  try {
    // Flatbush opens only whole buffers.
    return Flatbush.from(bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer);
  } catch (cause) {
    throw new MalformedBytesError(`not a Flatbush index (${cause instanceof Error ? cause.message : String(cause)})`);
  }
}

function readDegrees(boxes: Float64Array, index: number, limit: number): number {
  const degrees = boxes[index];
  // The comparison is false for NaN.
  if (!(Math.abs(degrees) <= limit)) throw new MalformedBytesError(`${degrees} degrees are out of range`);
  return degrees;
}
