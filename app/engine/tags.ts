import { add } from './numbering.ts';
import type { Answer } from './questions.ts';
import type { RecordStore } from './record-store.ts';

/** Of some records, the animal detected most often, when it was more than once; of equals, the one heard of last. */
export function mostDetectedOf({ tagOf, tags }: RecordStore, records: Uint32Array): Answer['mostDetected'] {
  const counts = new Uint32Array(tags.length);
  for (let index = 0; index < records.length; index++) add(counts, tagOf[records[index] ?? 0] ?? 0);
  counts[0] = 0; // not of a tagged animal
  let most = 0;
  let detections = 0;
  for (const [tag, count] of counts.entries()) {
    detections += count;
    if (count > (counts[most] ?? 0)) most = tag;
  }
  const count = counts[most] ?? 0;
  return count > 1 ? { tag: tags[most] ?? '', count, detections } : null;
}

/** How many tagged animals some records are of. */
export function countAnimals({ tagOf }: RecordStore, records: Iterable<number>): number {
  const tags = new Set<number>();
  for (const record of records) tags.add(tagOf[record] ?? 0);
  tags.delete(0);
  return tags.size;
}
