import { encodePointRecords, pointsOfTable } from '../../build-data/write/table-points.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import {
  columnChunkOfRecords,
  detailChunkOfRecords,
  encodeTileRecordsOf,
} from '../../build-data/write/testing/column-records.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { dateTimeToSeconds } from '../../core/datasets/recorded-time.ts';
import { encodeColumnChunk } from '../../core/storage/columns/column-chunk.ts';
import { encodeDetailChunk } from '../../core/storage/columns/detail-chunk.ts';
import { contentHash } from '../../core/storage/format/file-reference.ts';
import { encodeFlatbush } from '../../core/storage/format/flatbush-file.ts';
import { dataFilePath } from '../../core/storage/format/layout.ts';
import { encodeIdentifierBlock } from '../../core/storage/format/identifier-block.ts';
import { checksumOfPart } from '../../core/storage/format/bytes.ts';
import { encodeRecordShard, recordOffsets } from '../../core/storage/format/record-shard.ts';
import {
  encodeColumnTable,
  encodeIdentifierTable,
  encodeListTable,
  encodeTileTable,
} from '../../core/storage/format/tables.ts';
import { encodeTile } from '../../core/storage/format/tile.ts';
import { encodeManifest } from '../../core/storage/snapshot/manifest.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const text = { type: 'text', nulls: 'tolerated', label: '', meaning: '' } as const;

/** RawData with only as many fields as the example needs. */
const dataset = {
  name: 'RawData',
  title: '',
  tableName: '',
  meaning: '',
  identifierField: 'RawDataId',
  sortKey: { field: 'SightingDateTime', comparison: 'text' },
  positions: [{ longitudeField: 'LocationX', latitudeField: 'LocationY', meaning: '' }],
  columns: {
    placeName: 'LocationValue',
    texts: [{ field: 'SightingSpeciesValue' }],
    details: [['SightingSpeciesValue']],
  },
  fields: [
    { ...text, name: 'RawDataId', type: 'integer' },
    { ...text, name: 'LocationValue' },
    { ...text, name: 'SightingDateTime', type: 'dateTime' },
    { ...text, name: 'SightingSpeciesValue' },
    { ...text, name: 'LocationX', type: 'number' },
    { ...text, name: 'LocationY', type: 'number' },
  ],
} satisfies DatasetDescription;

function createRecord(identifier: number, time: string, species: string | null, x: number, y: number): DatasetRecord {
  return {
    RawDataId: identifier,
    LocationValue: 'Cottesloe',
    SightingDateTime: time,
    SightingSpeciesValue: species,
    LocationX: x,
    LocationY: y,
  };
}

/** In list order. The first two are tied and at the same location. */
const records = [
  createRecord(7, '2014-10-12T02:00:00', 'tiger', 115.5, -32),
  createRecord(300, '2014-10-12T02:00:00', null, 115.5, -32),
  createRecord(20_000, '1969-12-31T23:59:59', 'tiger', 115.75, -31.5),
];

/** The files of the worked example: text files, of which the manifest is the last, and binary files. */
export interface WorkedExample {
  readonly texts: readonly string[];
  readonly files: readonly Bytes[];
}

/** Encodes three records as each kind of file in the format. */
export async function workedExample(): Promise<WorkedExample> {
  const tied = dateTimeToSeconds('2014-10-12T02:00:00');
  const positions = [
    { key: tied, ordinal: 0 },
    { key: tied, ordinal: 1 },
    { key: -1, ordinal: 0 },
  ] as const;
  const texts = records.map((record) => JSON.stringify(record));
  const tiedWithPrevious = [false, true, false];
  const shard = encodeRecordShard({ records: texts, tiedWithPrevious });
  const columns = encodeTileRecordsOf(dataset, records);
  const { bytes: tile, positionsBytes } = encodeTile({
    pointsPerLocation: 1,
    locations: [
      { longitudes: [115.5], latitudes: [-32], records: positions.slice(0, 2) },
      { longitudes: [115.75], latitudes: [-31.5], records: positions.slice(2) },
    ],
    shards: [{ ...(await reference(columns)), records: 3 }],
  });
  const lengths = texts.map((each) => each.length);
  const offsets = recordOffsets(lengths, tiedWithPrevious);
  const block = encodeIdentifierBlock(
    [await reference(shard)],
    Math.max(...lengths),
    records.map((record, index) => ({
      identifier: Number(record['RawDataId']),
      shard: 0,
      offset: offsets[index] ?? 0,
      checksum: checksumOfPart(new TextEncoder().encode(texts[index])),
    })),
  );
  const [first] = positions;
  const recordBytes = texts.join('').length;
  const list = encodeListTable([{ ...(await reference(shard)), records: 3, recordBytes, first, tiedAfter: 0 }]);
  const box = { west: 115.5, south: -32, east: 115.75, north: -31.5 };
  const positionsChecksum = checksumOfPart(tile.subarray(0, positionsBytes));
  const described = { records: 3, newestKey: tied, oldestKey: -1, ...box, positionsBytes, positionsChecksum };
  const tiles = encodeTileTable([{ ...(await reference(tile)), ...described }]);
  const identifiers = encodeIdentifierTable([{ ...(await reference(block)), firstIdentifier: 7 }]);
  const table = tableOf(dataset, records);
  const points = pointsOfTable(table);
  const snapshot = columnChunkOfRecords(dataset, records, points.points);
  const columnChunk = encodeColumnChunk(snapshot);
  const columnTable = encodeColumnTable([{ ...(await reference(columnChunk)), records: 3 }]);
  const detailChunk = encodeDetailChunk(
    snapshot.identifiers,
    detailChunkOfRecords(dataset, records, ['SightingSpeciesValue']),
  );
  const details = encodeColumnTable([{ ...(await reference(detailChunk)), records: 3 }], 'detailTable');

  const flatbush = encodeFlatbush(points.points.longitudes, points.points.latitudes) ?? new Uint8Array();

  const binary = [tile, block, list, tiles, identifiers, columnTable, details, flatbush];
  const tables = {
    list: await reference(list),
    tiles: await reference(tiles),
    identifiers: [{ ...(await reference(identifiers)), first: 7 }],
    columns: await reference(columnTable),
    details: [await reference(details)],
    flatbush: await reference(flatbush),
  };
  const line = `${[
    'RawData',
    ...Object.values(tables)
      .flat()
      .map(({ hash }) => hash),
  ].join(' ')}\n`;
  const dataVersion = (await contentHash(new TextEncoder().encode(line))).slice(0, 16);
  const pointRecords = encodePointRecords(table, points, dataVersion);
  const inventory = await encodeInventory([shard, columns, columnChunk, detailChunk, pointRecords], binary);
  const manifest = await encodeManifest({
    dataVersion,
    builtAt: '2026-01-01T00:00:00.000Z',
    sample: true,
    target: 'compute',
    rules: {
      times: {
        ...{ zone: '+08:00', name: 'local time', offsets: [[0, 28_800]] },
        inWords: 'Times are in local time (+08:00).',
      },
      interactions: [{ value: 'sighted*', kind: 'Sighted' }],
      ...{ otherSpecies: [], unidentifiedSpecies: [''] },
    },
    datasets: {
      RawData: { records: 3, last: '2014-10-12T02:00:00', ...tables, points: [await reference(pointRecords)] },
    },
    inventory: await reference(inventory),
    previous: [],
  });
  return {
    texts: [shard, columns, columnChunk, detailChunk, pointRecords, inventory, manifest].map((bytes) =>
      new TextDecoder().decode(bytes),
    ),
    files: binary,
  };
}

async function reference(bytes: Bytes): Promise<{ hash: string; bytes: number }> {
  return { hash: await contentHash(bytes), bytes: bytes.length };
}

async function encodeInventory(json: readonly Bytes[], binary: readonly Bytes[]): Promise<Bytes> {
  const listed = await Promise.all(
    [...json, ...binary].map(async (bytes) => {
      const extension = json.includes(bytes) ? 'json' : 'bin';
      return { path: dataFilePath({ hash: await contentHash(bytes), extension }), bytes: bytes.length };
    }),
  );
  const lines = listed.sort((a, b) => (a.path < b.path ? -1 : 1)).map((entry) => JSON.stringify(entry));
  return new TextEncoder().encode(`[${lines.join(',\n')}]`);
}
