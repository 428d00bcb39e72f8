import type { RawDataRecord } from '../../../core/datasets/datasets.ts';
import { speciesInSentence } from '../../vocabulary/value-names.ts';
import { defaultRules } from '../../../core/datasets/testing/default-rules.ts';
import { oracleFor } from './oracle.ts';

const { localDayOf, markOfRecord, sharkOf, speciesOf } = oracleFor(defaultRules);

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en-AU')} ${noun}${count === 1 ? '' : 's'}`;
const monthInWords = (day: string): string => `${monthNames[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`;
const dayInWords = (day: string): string => `${Number(day.slice(8, 10))} ${monthInWords(day)}`;
const isUnknown = (species: string): boolean => species === '' || species === 'unknown sp.';

/**
 * The sentences about the records within 1 km of a place, by brute force. `all` are all records, newest first; `today`
 * is a day, `YYYY-MM-DD`. Without a last sentence if nothing is recorded.
 */
export function expectedSentences(
  near: readonly RawDataRecord[],
  all: readonly RawDataRecord[],
  today: string,
): readonly string[] {
  const sightings = near.filter((record) => markOfRecord(record) === 'sighting');
  const detections = near.filter((record) => sharkOf(record) !== null);
  const sharks = [...new Set(detections.map(sharkOf))];
  const visits = new Set(detections.map((record) => `${String(sharkOf(record))} ${localDayOf(record, all)}`));
  const sighted = sightings.length === 0 ? 'no sightings' : plural(sightings.length, 'sighting');
  const visited = `, and ${plural(visits.size, 'visit')} by ${plural(sharks.length, 'tagged shark')}`;
  const caught = near.filter((record) => markOfRecord(record) === 'handled').length;
  const others = near.length - caught;
  const rest = [
    ...(caught === 0 ? [] : [`${caught} ${caught === 1 ? 'shark' : 'sharks'} caught, tagged or relocated`]),
    ...(others === 0 ? [] : [plural(others, 'other record')]),
  ].join(' and ');
  const observed = sightings.length + visits.size === 0 ? rest : `${sighted}${visits.size === 0 ? '' : visited}`;
  const counted = near.length === 0 ? 'nothing recorded' : observed;
  const newest = (records: readonly RawDataRecord[]): string =>
    dayInWords(records.map((record) => localDayOf(record, all)).reduce((a, b) => (a > b ? a : b)));
  const last = [
    ...(sightings.length === 0 ? [] : [`last sighting ${newest(sightings)}`]),
    ...(detections.length === 0 ? [] : [`last visit ${newest(detections)}`]),
  ];
  const species = [
    ...(sightings.length === 0 ? [] : [`reported species: ${reportedSpecies(sightings.map(speciesOf))}`]),
    ...(sharks.length === 0 ? [] : [`tagged: ${countsOf(sharks.map((shark) => String(shark).replace(/^\d+ /, '')))}`]),
  ];
  return [
    `${counted} within 1 km since ${monthInWords(daysOfData(all)[0] ?? '')}.`,
    ...[last.join(', '), species.join('; ')].flatMap((text) =>
      text === '' ? [] : [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`],
    ),
    ...(near.length === 0 ? [] : usual(sightings, all, today)),
  ];
}

function reportedSpecies(species: readonly string[]): string {
  const unknown = species.filter(isUnknown).length;
  if (unknown === species.length) return 'not identified';
  return unknown > species.length / 2 ? 'mostly not identified' : countsOf(species);
}

function countsOf(species: readonly string[]): string {
  const names = species.map((key) => (isUnknown(key) ? 'not identified' : speciesInSentence(key)));
  const sorted = [...new Set(names)]
    .sort()
    .map((name) => ({ name, count: names.filter((other) => other === name).length }))
    .sort((a, b) => b.count - a.count);
  const named = sorted.length > 4 ? sorted.slice(0, 3) : sorted;
  const others = sorted.slice(named.length).reduce((sum, { count }) => sum + count, 0);
  const items = (others > 0 ? [...named, { name: 'others', count: others }] : named).map(
    ({ name, count }) => `${name} ${count.toLocaleString('en-AU')}`,
  );
  return items.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

const dataDays = new WeakMap<readonly RawDataRecord[], readonly string[]>();
/** The days with records, in ascending order. */
function daysOfData(all: readonly RawDataRecord[]): readonly string[] {
  const days = dataDays.get(all) ?? [...daysOf(all, all)].sort();
  dataDays.set(all, days);
  return days;
}

const daysOf = (records: readonly RawDataRecord[], all: readonly RawDataRecord[]): Set<string> =>
  new Set(records.map((record) => localDayOf(record, all)));

/** What is usual in this half of the month; empty with fewer than four years of data. */
function usual(sightings: readonly RawDataRecord[], all: readonly RawDataRecord[], today: string): readonly string[] {
  const isLate = Number(today.slice(8)) > 15;
  const isInHalf = (day: string): boolean =>
    day.slice(5, 7) === today.slice(5, 7) && Number(day.slice(8)) > 15 === isLate;
  const ends = daysOfData(all);
  const [first = '', last = ''] = [ends[0], ends.at(-1)];
  const lastOfMonth = new Date(Date.UTC(2001, Number(today.slice(5, 7)), 0)).getUTCDate();
  const years = [];
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    const isLeapFebruary = today.slice(5, 7) === '02' && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    const end = isLate ? String(isLeapFebruary ? 29 : lastOfMonth) : '15';
    const prefix = `${String(year).padStart(4, '0')}-${today.slice(5, 7)}-`;
    if (`${prefix}${isLate ? '16' : '01'}` < first || `${prefix}${end}` > last) continue;
    const days = [...daysOf(sightings, all)].filter((day) => day.startsWith(prefix) && isInHalf(day));
    years.push({ year, days: days.length });
  }
  if (years.length < 4) return [];
  const counts = years.map(({ days }) => days).sort((a, b) => a - b);
  const [least = 0, most = 0] = [counts[0], counts.at(-1)];
  const middle = counts.length / 2;
  const median = ((counts[Math.ceil(middle) - 1] ?? 0) + (counts[Math.floor(middle)] ?? 0)) / 2;
  const half = `${isLate ? 'Late' : 'Early'} ${monthNames[Number(today.slice(5, 7)) - 1] ?? ''}`;
  const period = `${half}, ${years[0]?.year ?? ''} to ${years.at(-1)?.year ?? ''}`;
  if (most === 0) return [`${period}: no sightings.`];
  if (least === most) return [`${period}: sightings on ${plural(most, 'day')} in each year.`];
  return [`${period}: sightings on ${least} to ${plural(most, 'day')}, typically ${median}.`];
}
