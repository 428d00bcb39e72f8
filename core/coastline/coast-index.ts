/** West, south, east and north, in degrees. */
export type CoastBox = readonly [west: number, south: number, east: number, north: number];

/** The index of a publisher's coast, in the file that the page refers to. */
export interface CoastIndex {
  /** Within this box, the publisher's coast replaces the bundled one. */
  readonly box: CoastBox;
  /**
   * The files in the same folder, each a `CoastFile` with the coast in a box. The rest of the index's box is
   * sea.
   */
  readonly files: readonly { readonly name: string; readonly box: CoastBox }[];
}
