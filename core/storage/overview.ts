/**
 * Part of a dataset's overview: of each record in a run of the list, in list order, what filters, counts and maps need,
 * and no more. All pieces together take less than a tenth of what the records do.
 */
export interface OverviewPiece {
  readonly records: number;
  readonly identifiers: Float64Array;
  /** The sort key as seconds, see `date-time-key`, where it is a time; otherwise undefined: the order says it all. */
  readonly seconds: Float64Array | undefined;
  /** Distinct places. */
  readonly places: Places;
  /** For each record the index of its place. */
  readonly placeOf: Uint32Array;
  /** By field name. */
  readonly texts: Readonly<Record<string, OverviewTexts>>;
}

/** Places by number: a name, as published, with the points that carry it. */
export interface Places {
  readonly names: readonly (string | null)[];
  /** Points of each place: one, or an inshore and an offshore one. */
  readonly pointsPerPlace: number;
  /** In degrees, as published. The points of place i are i * pointsPerPlace and those that follow. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
}

/** A text of each record, by its index among the distinct values. */
export interface OverviewTexts {
  readonly values: readonly (string | null)[];
  readonly codes: Uint32Array;
}
