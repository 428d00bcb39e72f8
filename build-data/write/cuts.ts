export interface CutOptions {
  /** About how many items a piece should hold; a power of two. */
  readonly target: number;
  /** No piece weighs more than this, unless a single item does. */
  readonly maximumWeight: number;
}

/**
 * Cuts a sequence into pieces where the items themselves say so: before an item whose hash is divisible by the target.
 * An item that comes or goes therefore changes the piece it stands in, at times the next ones too, and not all that
 * follow: the bounds on the length of a piece can pass a shift on, but only up to the first cut that both ways share.
 * Pieces hold at least a quarter of the target and at most three times as many.
 *
 * Returns the index at which each piece starts; none when there are no items.
 */
export function cutPieces(
  count: number,
  hashOf: (index: number) => number,
  weightOf: (index: number) => number,
  { target, maximumWeight }: CutOptions,
): number[] {
  const starts: number[] = [];
  let items = 0;
  let weight = 0;
  for (let index = 0; index < count; index++) {
    const itemWeight = weightOf(index);
    const isCut =
      items === 0 ||
      items >= target * 3 ||
      weight + itemWeight > maximumWeight ||
      (items >= target / 4 && hashOf(index) % target === 0);
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

/** Records per shard that serve a dataset best: about 0.4 times the root of their number, a power of two from 128. */
export function recordsPerShard(records: number): number {
  return Math.max(128, 2 ** Math.round(Math.log2(0.4 * Math.sqrt(Math.max(1, records)))));
}
