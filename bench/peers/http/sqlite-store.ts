import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RecordTable } from '../../../build-data/write/record-table.ts';
import { createSqliteTable, searchReaches, sqliteInCircle, sqliteNearest, valuesForBoxes } from '../sqlite-search.ts';
import type { RecordStore } from './record-store.ts';

const found = `SELECT record ${sqliteInCircle}`;
const statements = {
  list: 'SELECT text FROM records WHERE record_number >= @offset ORDER BY record_number LIMIT @count',
  record: 'SELECT text FROM records WHERE identifier = @identifier',
  within: `SELECT text FROM records WHERE record_number IN (${found}) ORDER BY record_number LIMIT @count OFFSET @offset`,
  count: `SELECT count(*) ${sqliteInCircle}`,
  nearest: `SELECT text FROM records WHERE record_number = (${sqliteNearest})`,
};

/** Opens a SQLite file with an R*Tree. The file fits into the cache of SQLite. Distances are on a sphere. */
export async function openSqliteStore(table: RecordTable): Promise<RecordStore> {
  const { default: Database } = await import('better-sqlite3');
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-sqlite-'));
  const database = new Database(join(folder, 'records.sqlite'));
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000');
  database.exec('CREATE TABLE records (record_number INTEGER PRIMARY KEY, identifier INTEGER UNIQUE, text TEXT)');
  database.exec(createSqliteTable);
  const insertRecord = database.prepare('INSERT INTO records VALUES (?, ?, ?)');
  const insertPoint = database.prepare('INSERT INTO points VALUES (?, ?, ?, ?, ?, ?, ?)');
  database.transaction(() => {
    for (let index = 0; index < table.size; index++) {
      const [longitude, latitude] = [table.longitude(index, 0), table.latitude(index, 0)];
      insertRecord.run(index, table.identifier(index), table.text(index));
      insertPoint.run(index, longitude, longitude, latitude, latitude, longitude, latitude);
    }
  })();
  database.exec('ANALYZE');
  const prepare = (statement: string) => database.prepare(statement).pluck();
  const [list, record, within, count, nearest] = [
    prepare(statements.list),
    prepare(statements.record),
    prepare(statements.within),
    prepare(statements.count),
    prepare(statements.nearest),
  ];
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get({}));
  const textOrUndefined = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return {
    title: `SQLite ${version} with R*Tree`,
    list: (part) => Promise.resolve(list.all({ ...part }).join(',')),
    record: (identifier) => Promise.resolve(textOrUndefined(record.get({ identifier }))),
    within: ({ longitude, latitude }, rangeInMetres, part) => {
      // Near the coast of Western Australia, no circle crosses the antimeridian, so there is one box.
      const [values] = valuesForBoxes(longitude, latitude, rangeInMetres);
      return Promise.resolve(within.all({ ...values, ...(part ?? { offset: 0, count: -1 }) }).join(','));
    },
    countWithin: ({ longitude, latitude }, rangeInMetres) => {
      const [values] = valuesForBoxes(longitude, latitude, rangeInMetres);
      return Promise.resolve(Number(count.get(values ?? {})));
    },
    nearest: ({ longitude, latitude }) => {
      for (const reach of searchReaches()) {
        const [values] = valuesForBoxes(longitude, latitude, reach);
        const text = textOrUndefined(nearest.get(values ?? {}));
        if (text !== undefined) return Promise.resolve(text);
      }
      return Promise.resolve(undefined);
    },
    close: () => {
      database.close();
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  };
}
