import type { PublishedRecord } from './api.ts';

/** Whether a record's time is in UTC, by the rule of the contract. */
export const isUtc = ({ SightingDateTime, OwnerValue }: PublishedRecord): boolean =>
  OwnerValue?.trim().toLowerCase() === 'smart drumline trial' || SightingDateTime < '2019-07-08';

/** `YYYY-MM-DDThh:mm:ss` on a clock in Perth. */
export function localTime(record: PublishedRecord): string {
  const ahead = isUtc(record) ? 8 * 3_600_000 : 0;
  return new Date(Date.parse(`${record.SightingDateTime}Z`) + ahead).toISOString().slice(0, 19);
}

/** Whether a record is a detection of a tagged shark. */
export const isTagged = ({ InteractionValue, ObjectId }: PublishedRecord): boolean =>
  InteractionValue.trim().toLowerCase() === 'detected' && /^\d+$/.test(String(ObjectId));

const species = (record: PublishedRecord): string => (record.SightingSpeciesValue ?? '').trim().toLowerCase();
const isOther = (record: PublishedRecord): boolean =>
  ['whale carcass', 'sonar object', 'other', 'detection event - possible'].includes(species(record));
/** What says "detected" without a tag counts by its species. */
export const isSighting = (record: PublishedRecord): boolean =>
  /^(?:sighted|detected)/i.test(record.InteractionValue.trim()) && !isTagged(record) && !isOther(record);

const shark = (record: PublishedRecord): string => `${String(record.ObjectId)} ${species(record)}`;
const dayOfShark = (record: PublishedRecord): string => `${shark(record)} ${localTime(record).slice(0, 10)}`;

function firstOfEach(records: readonly PublishedRecord[], keyOf: (record: PublishedRecord) => string) {
  const keys = new Set<string>();
  return records.filter((record) => {
    const isNew = !isTagged(record) || !keys.has(keyOf(record));
    if (isTagged(record)) keys.add(keyOf(record));
    return isNew;
  });
}

/** The records of an area with one detection of each visit. */
export const onePerVisit = (records: readonly PublishedRecord[]) => firstOfEach(records, dayOfShark);
/** The same with one detection of each tagged shark. */
export const onePerShark = (records: readonly PublishedRecord[]) => firstOfEach(records, shark);
/** The same with one detection of each visit in each hour. */
export const onePerHour = (records: readonly PublishedRecord[]) =>
  firstOfEach(records, (record) => `${dayOfShark(record)} ${localTime(record).slice(11, 13)}`);

const rowOf = (record: PublishedRecord): string =>
  isTagged(record) ? `${dayOfShark(record)} ${record.LocationX} ${record.LocationY}` : String(record.RawDataId);

/** The rows of a list, in which the detections of one visit to one location are together. */
export function rowsOfList(records: readonly PublishedRecord[]): readonly (readonly PublishedRecord[])[] {
  const rows = new Map<string, PublishedRecord[]>();
  for (const record of records) {
    const row = rows.get(rowOf(record));
    if (row) row.push(record);
    else rows.set(rowOf(record), [record]);
  }
  return [...rows.values()];
}
