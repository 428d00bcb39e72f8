/** Far below the 25 MiB that hosts allow, even for records with very long texts. */
export const maximumShardBytes = 4 * 1024 * 1024;

interface ChunkOptions {
  /** The approximate number of items per chunk; a power of two. */
  readonly target: number;
  /** The maximum total weight of a chunk. Only a chunk of a single item may exceed it. */
  readonly maximumWeight: number;
}

/**
 * Divides a sequence by content-defined chunking: a chunk starts before an item whose hash is divisible by half the
 * target. Adding or removing an item therefore changes its chunk and sometimes the next ones, but not all that follow:
 * because the length of a chunk is bounded, a shift can propagate, but only up to the first boundary that the old and
 * the new division share.
 *
 * A chunk has at least half and at most twice the target number of items, unless it reaches the maximum weight or is
 * the last. Similar sizes matter, because a requested item is more likely to be in a large
 * chunk.
 *
 * Returns the index at which each chunk starts; empty if there are no items.
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
    const isBoundary =
      items === 0 ||
      items >= target * 2 ||
      weight + itemWeight > maximumWeight ||
      (items >= target / 2 && hashOf(index) % (target / 2) === 0);
    if (isBoundary) {
      starts.push(index);
      items = 0;
      weight = 0;
    }
    items++;
    weight += itemWeight;
  }
  return starts;
}

/** Hashes a number to 32 bits: the finaliser of MurmurHash3 over both halves of a double. */
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

/** Like `contentDefinedChunks`, but from the last item to the first: adding items at the front moves no boundary. */
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
  // Counted from the end, a chunk ends where the next one starts. Counted from the front, it starts there.
  return starts.map((_, chunk) => count - (starts[chunk + 1] ?? count)).reverse();
}

/** The power of two nearest to a number on a logarithmic scale, but not below a minimum. */
function nearestPowerOfTwo(number: number, atLeast: number): number {
  return Math.max(atLeast, 2 ** Math.round(Math.log2(Math.max(1, number))));
}

/** The approximate number of items in a chunk of each kind, and the size of the parts of a file that is not chunked. */
export interface ChunkSizes {
  readonly recordsPerListShard: number;
  readonly recordsPerLocationShard: number;
  readonly shardsPerTile: number;
  readonly identifiersPerBlock: number;
  /** A limit, unlike `identifiersPerBlock`, which a block may exceed by up to a factor of two. */
  readonly maximumIdentifiersPerBlock: number;
  readonly identifierBlocksPerTable: number;
  readonly recordsPerColumnChunk: number;
  /** The largest part of the file with the records of the points. */
  readonly pointBytesPerPart: number;
}

/**
 * The best chunk sizes for a number of records. Except for identifier blocks, reading a chunk requires the table of all
 * chunks, so the sizes, and with them the cost of a response, grow with the square root of the number of records:
 * - A page of the list reads the table and a shard. An entry of the table is as large as a record.
 * - A search reads every shard that its circle touches, and discards the records outside the circle. Smaller shards
 *   waste less, but compress worse.
 * - The columns are read completely. Their chunks have a fixed size, so that new records change one of them.
 * - An entry of an identifier block is a quarter as large as an entry of the table. The blocks are divided among
 *   several tables, so that a client need not read the entries of all blocks. For one record, a client reads a whole
 *   block, at about 6 bytes per identifier. The maximum keeps large blocks near their target. It has no effect for
 *   targets of up to 4,096: in smaller blocks, it would save little, and a corrected record would change more files.
 */
export function chunkSizesFor(records: number): ChunkSizes {
  const root = Math.sqrt(records);
  const identifiersPerBlock = nearestPowerOfTwo(2 * root, 1024);
  return {
    recordsPerListShard: nearestPowerOfTwo(root, 128),
    recordsPerLocationShard: nearestPowerOfTwo(0.4 * root, 512),
    shardsPerTile: 4,
    identifiersPerBlock,
    maximumIdentifiersPerBlock: Math.max(8192, (identifiersPerBlock * 9) / 8),
    identifierBlocksPerTable: 64,
    recordsPerColumnChunk: 16_384,
    pointBytesPerPart: 16 * 1024 * 1024,
  };
}
