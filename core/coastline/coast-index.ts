/** West, south, east and north, in degrees. */
export type CoastBox = readonly [west: number, south: number, east: number, north: number];

/** The index of a publisher's coast, in the file that the page refers to. */
export interface CoastIndex {
  /** Within this box, the publisher's coast replaces the bundled one. */
  readonly box: CoastBox;
  /**
   * The files in the same folder, each a `CoastFile` with the coast in a box. A part of the index's box that is in none
   * of the files' boxes is sea.
   */
  readonly files: readonly { readonly name: string; readonly box: CoastBox }[];
}
