import { addCount } from '../../core/collections/add-count.ts';
import { dateInWords, monthInWords, monthNames } from './dates.ts';
import type { Mark } from '../../core/datasets/kinds.ts';
import type { Noun } from '../../core/datasets/site.ts';
import { countOf, countOfNoun, formatCount } from './numbers.ts';
import { countsInWords, observationsInWords } from './observation-counts.ts';
import { site } from './site.ts';
import { hasReceivers, hasReports, taggedSubject } from './site-words.ts';
import { capitalise, joinWithAnd, withArticle } from './text.ts';
import { speciesInSentence } from './value-names.ts';

const { marks, subject } = site;
const { sighting, detection: visit } = marks;

interface SpeciesCount {
  readonly key: string;
  readonly count: number;
  /** Present if the key means that the species is not known. */
  readonly isUnidentified?: boolean;
}

/** What some records of one area say about sharks: see `tagged-sharks.ts`. */
export interface Observations {
  readonly records: number;
  readonly recordsByMark: Readonly<Record<Mark, number>>;
  /** The same numbers, but of detections the number of visits. */
  readonly byMark: Readonly<Record<Mark, number>>;
  /** The number of tagged sharks that were detected. */
  readonly sharks: number;
  /** The numbers of sightings by species, the most frequent first. */
  readonly speciesSighted: readonly SpeciesCount[];
  /** The numbers of tagged sharks by species, the most frequent first. */
  readonly speciesOfSharks: readonly SpeciesCount[];
  /** The local times of the newest sighting and of the newest detection. */
  readonly lastSighting: string | null;
  readonly lastVisit: string | null;
}

/** The number of days with a sighting in each half of a month, 24 in a year; null where the data does not cover all days. */
export interface SightingDays {
  readonly year: number;
  readonly halves: readonly (number | null)[];
}

/**
 * The sentences that a lifeguard could read aloud: "89 sightings, and 80 visits by 32 tagged sharks within 1 km since
 * October 2014.", "Last sighting 8 April 2021, last visit 2 May 2020.", "Reported species: mostly not identified; tagged:
 * white shark 17, tiger shark 12 and bronze whaler 3." The first begins in lower case, to follow a name. `where` is such
 * as "within 1 km"; `firstMonth` is that of the oldest of all records, from the start of the year 0. With filters, the
 * first is such as "12 visits by 4 tagged sharks within 1 km that match the filters.", because dates may be filtered too.
 */
export function observationSentences(
  observations: Observations,
  where: string,
  firstMonth: number | null,
  isFiltered = false,
): readonly string[] {
  const all = Object.values(observations.byMark).reduce((sum, count) => sum + count, 0);
  const isOne = all < 2;
  const since = isFiltered
    ? ` that ${isOne ? 'matches' : 'match'} the filters`
    : firstMonth === null
      ? ''
      : ` since ${monthInWords(firstMonth)}`;
  const counts = observations.records === 0 ? 'nothing recorded' : countsInWords(observations);
  const sentences = [`${counts} ${where}${since}.`];
  const { lastSighting, lastVisit } = observations;
  const last = [
    ...(lastSighting === null ? [] : [`last ${sighting.one} ${dateInWords(lastSighting)}`]),
    ...(lastVisit === null ? [] : [`last ${visit.one} ${dateInWords(lastVisit)}`]),
  ].join(', ');
  if (last !== '') sentences.push(`${capitalise(last)}.`);
  const species = speciesInWords(observations);
  if (species !== '') sentences.push(species);
  return sentences;
}

/** "Reported species: mostly not identified; tagged: white shark 17 and tiger shark 12."; '' without species. */
function speciesInWords({ speciesSighted, speciesOfSharks }: Observations): string {
  const sightings = sumOf(speciesSighted);
  const unidentified = sumOf(speciesSighted.filter(({ isUnidentified }) => isUnidentified));
  const reported =
    sightings === 0
      ? ''
      : unidentified === sightings
        ? 'not identified'
        : unidentified * 2 > sightings
          ? 'mostly not identified'
          : listOf(speciesSighted);
  const parts = [
    ...(reported === '' ? [] : [`reported species: ${reported}`]),
    ...(speciesOfSharks.length === 0 ? [] : [`tagged: ${listOf(speciesOfSharks)}`]),
  ].join('; ');
  return parts === '' ? '' : `${capitalise(parts)}.`;
}

const sumOf = (species: readonly SpeciesCount[]): number => species.reduce((sum, { count }) => sum + count, 0);

const mostNamed = 4;

/** "white shark 17, tiger shark 12 and bronze whaler 3": the most frequent first, and last the number of all others. */
function listOf(species: readonly SpeciesCount[]): string {
  const counts = new Map<string, number>();
  for (const { key, count, isUnidentified } of species) {
    const name = isUnidentified ? 'not identified' : speciesInSentence(key);
    addCount(counts, name, count);
  }
  const sorted = [...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1));
  const named = sorted.slice(0, sorted.length > mostNamed ? mostNamed - 1 : mostNamed);
  const others = sorted.slice(named.length).reduce((sum, [, count]) => sum + count, 0);
  const items = [...named, ...(others === 0 ? [] : [['others', others] as const])];
  return joinWithAnd(items.map(([name, count]) => `${name} ${formatCount(count)}`));
}

export const visitInWords = `${capitalise(withArticle(visit.one))} is one ${taggedSubject.one} on one day, however often a receiver detected it.`;
export const sightingInWords = `${capitalise(withArticle(sighting.one))} is one report: of one ${subject.one} or of many, and perhaps of one reported before.`;

const detection: Noun = { one: `detection of a ${taggedSubject.one}`, many: `detections of ${taggedSubject.many}` };

/**
 * "All 305 records: 89 sightings, 214 detections of tagged sharks and 2 other records. 12 sightings name a species: white
 * shark 8 and tiger shark 4. A sighting is one report: … A visit is one tagged shark on one day, …"; with filters, "12
 * matching records: …"; '' without records.
 */
export function recordsInWords({ records, recordsByMark, speciesSighted }: Observations, isFiltered = false): string {
  if (records === 0) return '';
  const list = observationsInWords(recordsByMark, { ...site.marks, detection });
  const all = records === 1 ? 'The only record' : `All ${formatCount(records)} records`;
  const named = speciesSighted.filter(({ isUnidentified }) => !isUnidentified);
  const identified = sumOf(named);
  // Otherwise, the sentence about the species names them.
  const isMissing = identified > 0 && identified * 2 < recordsByMark.sighting;
  return [
    `${isFiltered ? countOf(records, 'matching record') : all}: ${list}.`,
    ...(isMissing
      ? [`${countOfNoun(identified, sighting)} ${identified === 1 ? 'names' : 'name'} a species: ${listOf(named)}.`]
      : []),
    ...(recordsByMark.sighting > 0 ? [sightingInWords] : []),
    ...(recordsByMark.detection > 0 ? [visitInWords] : []),
  ].join(' ');
}

/** Records nearby under the name of a place, but outside its circle. */
export interface ObservedElsewhere {
  readonly byMark: Readonly<Record<Mark, number>>;
  /** The local time of the newest record; null without records. */
  readonly newest: string | null;
}

/** "Recorded under the same name nearby, outside this circle: 6 sightings, the last on 22 November 2020."; '' without any. */
export function elsewhereInWords(elsewhere: ObservedElsewhere | null): string {
  if (!elsewhere || elsewhere.newest === null) return '';
  const last = dateInWords(elsewhere.newest);
  return `Recorded under the same name nearby, outside this circle: ${observationsInWords(elsewhere.byMark)}, the last on ${last}.`;
}

const moreObservers = [hasReports ? ['more people watching'] : [], hasReceivers ? ['more receivers'] : []]
  .flat()
  .join(' or ');
export const higherNumbersInWords = `Higher numbers can mean ${moreObservers}, not more ${subject.many}.`;

const fewestYears = 4;

/**
 * "Late November, 2014 to 2020: sightings on 0 to 3 days, typically 1.": the range and the median over the years of which
 * the data covers this half of the month. `today` is a day, `YYYY-MM-DD`. '' with fewer than four such years.
 */
export function usualInWords(sightingDays: readonly SightingDays[], today: string): string {
  const month = Number(today.slice(5, 7)) - 1;
  const isLate = Number(today.slice(8, 10)) > 15;
  const years = sightingDays.flatMap(({ year, halves }) => {
    const days = halves[month * 2 + Number(isLate)] ?? null;
    return days === null ? [] : [{ year, days }];
  });
  const [first] = years;
  const last = years.at(-1);
  if (!first || !last || years.length < fewestYears) return '';
  const sorted = years.map(({ days }) => days).sort((a, b) => a - b);
  const at = (index: number): number => Number(sorted[index]);
  const [least, most] = [at(0), at(sorted.length - 1)];
  const median = (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2;
  const half = `${isLate ? 'Late' : 'Early'} ${monthNames[month]}, ${first.year} to ${last.year}`;
  if (most === 0) return `${half}: no ${sighting.many}.`;
  const range = least === most ? countOf(most, 'day') : `${least} to ${countOf(most, 'day')}`;
  return `${half}: ${sighting.many} on ${range}${least === most ? ' in each year' : `, typically ${median}`}.`;
}
