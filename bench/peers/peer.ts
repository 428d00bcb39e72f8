/** The records' positions, in degrees; record i stands at longitudes[i], latitudes[i]. */
export interface Positions {
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
}

/** The numbers of some records, in any order. */
export type RecordNumbers = Uint32Array | readonly number[];

/** Something that finds records around a place, and that ours is compared with. */
export interface Peer {
  /** The name with its version, where it has one. */
  readonly title: string;
  /** What it measures distance on, for example 'sphere (haversine)' or 'WGS 84 geodesic'. */
  readonly distanceModel: string;
  /** Bytes of its index, where that can be told. */
  readonly indexBytes: number | undefined;
  /** The records within the range, by its own measure. */
  within(longitude: number, latitude: number, rangeInMetres: number): RecordNumbers | Promise<RecordNumbers>;
  /** The number of one nearest record, by its own measure. */
  nearest(longitude: number, latitude: number): number | Promise<number>;
  /** Gives back what it holds outside of the memory of JavaScript. */
  close(): void | Promise<void>;
}

export type CreatePeer = (positions: Positions) => Peer | Promise<Peer>;
