import type { DatasetDescription } from '../datasets/dataset-description.ts';
import { secondsOfDateTime } from '../datasets/date-time-key.ts';
import type { ListPosition } from '../storage/list-position.ts';
import type { ListShardReference } from '../storage/list-table.ts';
import type { RecordShard } from '../storage/record-shard.ts';

const keysOfShards = new WeakMap<RecordShard, Float64Array>();

/**
 * The row of a shard at which the record of a position stands; undefined when the shard does not hold it. Rows fall by
 * key; the ordinal counts on from the first row of that key, which may lie before the shard.
 */
export function rowOfPosition(
  dataset: DatasetDescription,
  reference: ListShardReference,
  shard: RecordShard,
  position: ListPosition,
): number | undefined {
  let keys = keysOfShards.get(shard);
  if (!keys) keysOfShards.set(shard, (keys = keysOf(dataset, reference, shard)));
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? -Infinity) > position.key) low = middle + 1;
    else high = middle;
  }
  const tiedBefore = low === 0 && position.key === reference.first.key ? reference.first.ordinal : 0;
  const row = low - tiedBefore + position.ordinal;
  return keys[row] === position.key ? row : undefined;
}

/**
 * The keys of a shard's rows. A time stands in the record itself. A rank does not; but ranks leave none out, so it is
 * one lower with every row that is not tied with the row before.
 */
function keysOf(dataset: DatasetDescription, { first }: ListShardReference, shard: RecordShard): Float64Array {
  const { field, comparison } = dataset.sortKey;
  if (comparison === 'text') {
    // Quotes within JSON texts are escaped, so this stands before the field's value and nowhere else.
    const label = `${JSON.stringify(field)}:"`;
    return Float64Array.from(shard.records, (record) => {
      const start = record.indexOf(label) + label.length;
      return secondsOfDateTime(record.slice(start, record.indexOf('"', start)));
    });
  }
  let key = first.key;
  return Float64Array.from(shard.records, (_, row) => (row === 0 || shard.tiedWithPrevious[row] ? key : --key));
}
