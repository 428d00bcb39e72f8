import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { deserialize, type PointFeature } from 'flatgeobuf/lib/mjs/geojson.js';
import { compressSeekably, concatenate, type FlatGeobufSource, writeFlatGeobuf } from './write-flatgeobuf.ts';
import { type DegreeBox, degreeBoxesAround, haversineDistanceInMetres } from './peer.ts';

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
 * degrees around the circle, and filter its records by the haversine distance.
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
  // The reader logs every step to the console.
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

/** What a server has sent since it was last asked. */
export interface Traffic {
  readonly requests: number;
  /** Of the contents, without HTTP's headers. */
  readonly bytes: number;
}

export interface RangeServer {
  readonly address: string;
  /** Returns the traffic since the last call. */
  takeTraffic(): Traffic;
  close(): Promise<void>;
}

/** Serves one file from memory on the loopback interface, and honours requests for a range of its bytes. */
export async function serveRanges(file: Uint8Array): Promise<RangeServer> {
  let traffic = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    const [start, end] = requestedRange(request.headers.range, file.length);
    const headers = { 'Content-Type': 'application/octet-stream', 'Accept-Ranges': 'bytes' };
    if (start >= end) {
      response.writeHead(416, { ...headers, 'Content-Range': `bytes */${file.length}` }).end();
      return;
    }
    traffic = { requests: traffic.requests + 1, bytes: traffic.bytes + end - start };
    const contentRange = { 'Content-Range': `bytes ${start}-${end - 1}/${file.length}` };
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      ...headers,
      ...(request.headers.range === undefined ? {} : contentRange),
      'Content-Length': end - start,
    });
    response.end(file.subarray(start, end));
  });
  // A client at work on a large answer in the same process finds its connections as it left them.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/records.fgb`,
    takeTraffic() {
      const taken = traffic;
      traffic = { requests: 0, bytes: 0 };
      return taken;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The first byte and the one past the last: of `bytes=2-5`, `bytes=2-` or `bytes=-5`, else of the whole file. */
function requestedRange(header: string | undefined, size: number): readonly [start: number, end: number] {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '') return [last === '' ? 0 : Math.max(0, size - Number(last)), size];
  return [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)];
}
