import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import type { DatasetFiles } from '../../core/storage/dataset-files.ts';
import type { RecordTable } from '../write/record-table.ts';
import { listIdentifiers, mostListed, type ChangedRecord, type DatasetChanges } from './change-log.ts';

/**
 * What has become of the records of an earlier version. Its shards are read in turn and forgotten; what is kept is an
 * index of identifiers. Throws StoredDataError.
 */
export async function compareRecords(earlier: DatasetFiles, table: RecordTable): Promise<DatasetChanges> {
  const { dataset } = table;
  const index = new IdentifierIndex(table);
  const isKept = new Uint8Array(table.size);
  const removed: number[] = [];
  const changedIdentifiers: number[] = [];
  const { shards } = await earlier.listTable();
  for (const shard of shards) {
    const { records } = await earlier.recordShard(shard);
    for (const text of records) {
      const identifier = identifierIn(text, dataset);
      const found = index.find(identifier);
      if (found === undefined) {
        removed.push(identifier);
        continue;
      }
      isKept[found] = 1;
      if (table.text(found) !== text) changedIdentifiers.push(identifier);
    }
  }
  const added = Array.from(isKept.keys()).filter((at) => isKept[at] === 0);
  const listed = listIdentifiers(changedIdentifiers);
  return {
    records: table.size,
    added: listIdentifiers(added.map((at) => table.identifier(at))),
    changed: {
      count: listed.count,
      records: await describeChanges(earlier, table, index, listed.identifiers),
      notListed: listed.notListed,
    },
    removed: listIdentifiers(removed),
  };
}

/** Which fields have changed, of the few records that are listed: the shards are gone through once more for them. */
async function describeChanges(
  earlier: DatasetFiles,
  table: RecordTable,
  index: IdentifierIndex,
  identifiers: readonly number[],
): Promise<ChangedRecord[]> {
  const wanted = new Set(identifiers.slice(0, mostListed));
  const found: ChangedRecord[] = [];
  for (const shard of wanted.size > 0 ? (await earlier.listTable()).shards : []) {
    const { records } = await earlier.recordShard(shard);
    for (const text of records) {
      const identifier = identifierIn(text, table.dataset);
      const at = wanted.has(identifier) ? index.find(identifier) : undefined;
      if (at === undefined) continue;
      found.push({ identifier, fields: changedFields(table.dataset, text, table.text(at)) });
    }
  }
  return found.sort((a, b) => a.identifier - b.identifier);
}

function changedFields({ fields }: DatasetDescription, before: string, now: string): string[] {
  const [old, record] = [JSON.parse(before) as DatasetRecord, JSON.parse(now) as DatasetRecord];
  // Numbers of one text are one number; -0 and 0 are written alike.
  return fields.map(({ name }) => name).filter((name) => old[name] !== record[name]);
}

/** Mostly the first key of the text, which need not be parsed for it. */
function identifierIn(text: string, { identifierField }: DatasetDescription): number {
  const start = `{"${identifierField}":`;
  const digits = text.startsWith(start) ? /^\d+/.exec(text.slice(start.length, start.length + 20))?.[0] : undefined;
  return Number(digits ?? (JSON.parse(text) as DatasetRecord)[identifierField]);
}

/** Where in a table each identifier stands: two arrays, since a map of a million entries takes ten times the memory. */
class IdentifierIndex {
  readonly #order: Uint32Array;
  readonly #table: RecordTable;

  constructor(table: RecordTable) {
    this.#table = table;
    this.#order = Uint32Array.from({ length: table.size }, (_, at) => at).sort(
      (a, b) => table.identifier(a) - table.identifier(b),
    );
  }

  find(identifier: number): number | undefined {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#table.identifier(this.#order[middle] ?? 0) < identifier) low = middle + 1;
      else high = middle;
    }
    const at = this.#order[low];
    return at !== undefined && this.#table.identifier(at) === identifier ? at : undefined;
  }
}
