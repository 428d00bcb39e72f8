import { deserialize, type PointFeature } from 'flatgeobuf/lib/mjs/geojson.js';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { degreeBoxesAround, type DegreeBox } from './degree-boxes.ts';
import { serveRanges, type Traffic } from './flatgeobuf/range-server.ts';
import { compressSeekably } from './flatgeobuf/seekable-zstandard.ts';
import { concatenate, writeFlatGeobuf, type FlatGeobufSource } from './flatgeobuf/write-flatgeobuf.ts';
import { haversineDistanceInMetres } from './sphere.ts';

/** A client that holds nothing before a search: it asks for ranges of one file on a server. */
export interface ColdClient {
  readonly title: string;
  readonly fileBytes: number;
  /** The complete records within the range by the haversine, and what it took to get them. */
  recordsWithin(longitude: number, latitude: number, rangeInMetres: number): Promise<ColdAnswer>;
  close(): Promise<void>;
}

export interface ColdAnswer {
  readonly records: readonly DatasetRecord[];
  readonly traffic: Traffic;
}

/** As FlatGeobuf has it, or cut into frames of Zstandard, from which its reader can take ranges as well. */
export type FlatGeobufForm = 'plain' | 'compressed';

export type CreateColdClient = (source: FlatGeobufSource, form: FlatGeobufForm) => Promise<ColdClient>;

/**
 * FlatGeobuf on a server of our own, read by the package's own reader as its authors set it: it asks for the box of
 * degrees around the circle, and what lies within the circle is told by the haversine.
 */
export const createFlatGeobufClient: CreateColdClient = async (source, form) => {
  const { head, features } = writeFlatGeobuf(source);
  const plain = concatenate([head, ...features]);
  const file = form === 'plain' ? plain : await compressSeekably(plain);
  const server = await serveRanges(file);
  const [position] = source.dataset.positions;
  if (position === undefined) throw new Error(`The records of ${source.dataset.name} have no position.`);
  return {
    title: form === 'plain' ? 'FlatGeobuf' : 'FlatGeobuf in seekable Zstandard',
    fileBytes: file.length,
    async recordsWithin(longitude, latitude, rangeInMetres) {
      server.takeTraffic();
      const records: DatasetRecord[] = [];
      for (const box of degreeBoxesAround(longitude, latitude, rangeInMetres)) {
        for (const { geometry, properties } of await readBox(server.address, box, form)) {
          const [recordLongitude = Number.NaN, recordLatitude = Number.NaN] = geometry.coordinates;
          const distance = haversineDistanceInMetres(longitude, latitude, recordLongitude, recordLatitude);
          if (!(distance <= rangeInMetres)) continue;
          records.push({
            ...properties,
            [position.longitudeField]: recordLongitude,
            [position.latitudeField]: recordLatitude,
          });
        }
      }
      return { records, traffic: server.takeTraffic() };
    },
    close: () => server.close(),
  };
};

async function readBox(address: string, box: DegreeBox, form: FlatGeobufForm): Promise<PointFeature[]> {
  const rect = { minX: box.west, minY: box.south, maxX: box.east, maxY: box.north };
  const options = { rect, nocache: true, seekableZstd: form === 'compressed' };
  // The reader tells every step to the console.
  const { debug } = console;
  console.debug = () => undefined;
  try {
    const features: PointFeature[] = [];
    for await (const feature of deserialize(address, options)) features.push(feature);
    return features;
  } finally {
    console.debug = debug;
  }
}
