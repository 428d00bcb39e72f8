/** West, south, east and north, in degrees. */
export type CoastBox = readonly [west: number, south: number, east: number, north: number];

/** The index of a publisher's coast: the file that the page names. */
export interface CoastIndex {
  /** Within this box the coast replaces the bundled one. */
  readonly box: CoastBox;
  /**
   * Names of files in the same folder, each a `CoastFile` with the coast in a box. A part of the box of the index that is in
   * none of them is sea.
   */
  readonly files: readonly { readonly name: string; readonly box: CoastBox }[];
}
