/** Far below the 25 MiB that hosts take, even for records with very long texts. */
export const maximumShardBytes = 4 * 1024 * 1024;

interface ChunkOptions {
  /** About how many items a piece should hold; a power of two. */
  readonly target: number;
  /** No piece weighs more than this, unless a single item does. */
  readonly maximumWeight: number;
}

/**
 * Cuts a sequence into pieces where the items themselves say so: before an item whose hash is divisible by half the
 * target.
 * An item that comes or goes therefore changes the piece it stands in, at times the next ones too, and not all that
 * follow: the bounds on the length of a piece can pass a shift on, but only up to the first cut that both ways share.
 * Pieces hold at least half the target and at most twice as many: whoever asks for an item is likely to meet a large
 * piece, so that what counts is how evenly they are cut.
 *
 * Returns the index at which each piece starts; none when there are no items.
 */
export function contentDefinedChunks(
  count: number,
  hashOf: (index: number) => number,
  weightOf: (index: number) => number,
  { target, maximumWeight }: ChunkOptions,
): number[] {
  const starts: number[] = [];
  let items = 0;
  let weight = 0;
  for (let index = 0; index < count; index++) {
    const itemWeight = weightOf(index);
    const isCut =
      items === 0 ||
      items >= target * 2 ||
      weight + itemWeight > maximumWeight ||
      (items >= target / 2 && hashOf(index) % (target / 2) === 0);
    if (isCut) {
      starts.push(index);
      items = 0;
      weight = 0;
    }
    items++;
    weight += itemWeight;
  }
  return starts;
}

/** Spreads the bits of a number evenly over 32: the finaliser of MurmurHash3, over both halves of a double's bits. */
export function hashOfNumber(value: number): number {
  scratch.setFloat64(0, value);
  return mix(scratch.getUint32(0) ^ mix(scratch.getUint32(4)));
}

const scratch = new DataView(new ArrayBuffer(8));

function mix(bits: number): number {
  let hash = bits;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** As `contentDefinedChunks`, but taking the items from the last to the first: what is added at the front moves no cut. */
export function contentDefinedChunksFromEnd(
  count: number,
  hashOf: (index: number) => number,
  weightOf: (index: number) => number,
  options: ChunkOptions,
): number[] {
  const fromEnd = (index: number): number => count - 1 - index;
  const starts = contentDefinedChunks(
    count,
    (index) => hashOf(fromEnd(index)),
    (index) => weightOf(fromEnd(index)),
    options,
  );
  // A piece that starts at one of them, counted from the end, reaches to the next; turned round, it starts there.
  return starts.map((_, piece) => count - (starts[piece + 1] ?? count)).reverse();
}

/** The power of two next to a number, on a logarithmic scale, but at least another one. */
function nearestPowerOfTwo(number: number, atLeast: number): number {
  return Math.max(atLeast, 2 ** Math.round(Math.log2(Math.max(1, number))));
}

/** About how many items a piece of each kind should hold. */
export interface ChunkSizes {
  readonly recordsPerListShard: number;
  readonly recordsPerLocationShard: number;
  readonly shardsPerTile: number;
  readonly identifiersPerBlock: number;
  readonly recordsPerColumnChunk: number;
}

/**
 * The sizes that serve a dataset of so many records best. Whoever reads one piece reads the table of all of them too,
 * so the sizes grow with the root of the number, and the cost of an answer with it:
 * - A page of the list takes the table and a shard. The table spends on a shard what a record takes in one.
 * - A search takes every shard that a circle meets, at its edge for nothing; smaller ones compress worse.
 * - An overview is read whole. Its pieces grow no further: what is added changes one of them.
 * - An entry of an identifier block takes a quarter of what the table spends on a block.
 */
export function chunkSizesFor(records: number): ChunkSizes {
  const root = Math.sqrt(records);
  return {
    recordsPerListShard: nearestPowerOfTwo(root, 128),
    recordsPerLocationShard: nearestPowerOfTwo(0.4 * root, 512),
    shardsPerTile: 4,
    identifiersPerBlock: nearestPowerOfTwo(2 * root, 1024),
    recordsPerColumnChunk: 16_384,
  };
}
