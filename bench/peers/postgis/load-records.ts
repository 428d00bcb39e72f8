import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Postgis } from './open-postgis.ts';

/** A place where a record stands. A record that stands at two comes twice. */
export interface StandingPoint {
  readonly recordNumber: number;
  readonly longitude: number;
  readonly latitude: number;
}

const linesPerWrite = 10_000;

/**
 * Makes a table with the columns record_number and position, and loads it: COPY, then the index, then the statistics.
 * Rows that stand near each other are stored near each other, the kindest order for searches around a place.
 * `name` must be a plain identifier.
 */
export async function loadRecords(postgis: Postgis, name: string, points: Iterable<StandingPoint>): Promise<void> {
  const file = join(postgis.folder, `${name}.copy`);
  await pipeline(Readable.from(linesOf(points)), createWriteStream(file));
  await postgis.ask(`CREATE TABLE ${name} (record_number int4 NOT NULL, position geography(Point, 4326) NOT NULL)`);
  await postgis.ask(`COPY ${name} FROM '${file.replaceAll("'", "''")}'`);
  rmSync(file);
  await postgis.ask(`CREATE INDEX ${name}_position ON ${name} USING gist (position)`);
  await postgis.ask(`CLUSTER ${name} USING ${name}_position`);
  await postgis.ask(`CREATE INDEX ${name}_record_number ON ${name} (record_number)`);
  await postgis.ask(`VACUUM ANALYZE ${name}`);
}

/** What the index of the positions takes. */
export async function indexBytes(postgis: Postgis, name: string): Promise<number> {
  const [row] = await postgis.ask(`SELECT pg_relation_size('${name}_position')::float8 AS bytes`);
  return Number(row?.['bytes']);
}

function* linesOf(points: Iterable<StandingPoint>): Generator<string, void, undefined> {
  let lines: string[] = [];
  for (const { recordNumber, longitude, latitude } of points) {
    lines.push(`${recordNumber}\t${binaryPoint(longitude, latitude)}\n`);
    if (lines.length < linesPerWrite) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

/** Little-endian, a point with a reference system, system 4326: then come the two doubles, so no digit is lost. */
const pointHeader = '0101000020e6100000';
const pointBytes = Buffer.alloc(16);

function binaryPoint(longitude: number, latitude: number): string {
  pointBytes.writeDoubleLE(longitude, 0);
  pointBytes.writeDoubleLE(latitude, 8);
  return pointHeader + pointBytes.toString('hex');
}
