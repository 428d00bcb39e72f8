import { powerOfTwoNear } from './cuts.ts';

/** About how many items a piece of each kind should hold. */
export interface CutSizes {
  readonly recordsPerListShard: number;
  readonly recordsPerPlaceShard: number;
  readonly shardsPerTile: number;
  readonly identifiersPerBlock: number;
  readonly recordsPerOverviewPiece: number;
}

/**
 * The sizes that serve a dataset of so many records best. Whoever reads one piece reads the table of all of them too,
 * so the sizes grow with the root of the number, and the cost of an answer with it:
 * - A page of the list takes the table and a shard. The table spends on a shard what a record takes in one.
 * - A search takes every shard that a circle meets, at its edge for nothing; smaller ones compress worse.
 * - An overview is read whole. Its pieces grow no further: what is added changes one of them.
 * - An entry of an identifier block takes a quarter of what the table spends on a block.
 */
export function cutSizesFor(records: number): CutSizes {
  const root = Math.sqrt(records);
  return {
    recordsPerListShard: powerOfTwoNear(root, 128),
    recordsPerPlaceShard: powerOfTwoNear(0.4 * root, 512),
    shardsPerTile: 4,
    identifiersPerBlock: powerOfTwoNear(2 * root, 1024),
    recordsPerOverviewPiece: 16_384,
  };
}
