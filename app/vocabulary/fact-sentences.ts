import { dateInWords } from './dates.ts';
import { isShark, isUnidentified } from './kinds.ts';
import { countOf } from './numbers.ts';
import { speciesInSentence } from './value-names.ts';

interface SpeciesCount {
  readonly key: string;
  readonly count: number;
}

/** What sentences say about records that were counted. Times are as recorded, and null if there are no such records. */
export interface CountedFacts {
  readonly records: number;
  /** "within 1 km", "in this council area". */
  readonly where: string;
  readonly firstYear: number | null;
  readonly lastSighting: string | null;
  readonly lastRecord: string | null;
  /** The numbers of these records by species, in any order. */
  readonly species: readonly SpeciesCount[];
}

/** "319 records within 1 km since 2014.", "Last sighting 20 April 2021.", "Most often: white shark." */
export function factSentences(facts: CountedFacts): readonly string[] {
  const { records, where, firstYear, lastSighting, lastRecord, species } = facts;
  const count = records === 0 ? 'no records' : countOf(records, 'record');
  const sentences = [`${count} ${where}${firstYear === null ? '' : ` since ${firstYear}`}.`];
  if (lastSighting !== null) sentences.push(`Last sighting ${dateInWords(lastSighting)}.`);
  else if (lastRecord !== null) sentences.push(`No sightings. Last record ${dateInWords(lastRecord)}.`);
  const mostOften = mostOftenInWords(species);
  if (mostOften !== '') sentences.push(`Most often: ${mostOften}.`);
  return sentences;
}

/**
 * "white shark", "white shark and bronze whaler", "unidentified sharks, then bronze whaler": the species with the most
 * records of sharks. If most often the species is not known, the named species with the most records follows. A tie of
 * three or more is left out, and so is a species with a single record; '' if nothing is left.
 */
function mostOftenInWords(species: readonly SpeciesCount[]): string {
  const ofSharks = species.filter(({ key }) => isShark(key));
  const unidentified = ofSharks.reduce((sum, { key, count }) => (isUnidentified(key) ? sum + count : sum), 0);
  const named = ofSharks.filter(({ key }) => !isUnidentified(key));
  const most = Math.max(1, ...named.map(({ count }) => count));
  const names = named
    .filter(({ count }) => count === most && count > 1)
    .map(({ key }) => speciesInSentence(key))
    .sort();
  if (unidentified < 2 || unidentified < most) return joinTwo(names);
  if (unidentified === most) return joinTwo(['unidentified sharks', ...names]);
  const next = joinTwo(names);
  return `unidentified sharks${next === '' ? '' : `, then ${next}`}`;
}

/** One name, or two joined by "and"; '' for none or more. */
const joinTwo = (names: readonly string[]): string => (names.length > 2 ? '' : names.join(' and '));
