import { dateInWords } from './dates.ts';
import { countOf } from './numbers.ts';
import { speciesInSentence } from './value-names.ts';

/** What sentences say about records that were counted. Times are as recorded, and null if there are no such records. */
export interface CountedFacts {
  readonly records: number;
  /** "within 1 km", "in this council area". */
  readonly where: string;
  readonly firstYear: number | null;
  readonly lastSighting: string | null;
  readonly lastRecord: string | null;
  /** The most frequent named species; null if it says nothing. */
  readonly species: string | null;
}

/** "319 records within 1 km since 2014.", "Last sighting 20 April 2021.", "Most often: white shark." */
export function factSentences(facts: CountedFacts): readonly string[] {
  const { records, where, firstYear, lastSighting, lastRecord, species } = facts;
  const count = records === 0 ? 'no records' : countOf(records, 'record');
  const sentences = [`${count} ${where}${firstYear === null ? '' : ` since ${firstYear}`}.`];
  if (lastSighting !== null) sentences.push(`Last sighting ${dateInWords(lastSighting)}.`);
  else if (lastRecord !== null) sentences.push(`No sightings. Last record ${dateInWords(lastRecord)}.`);
  if (species !== null) sentences.push(`Most often: ${speciesInSentence(species)}.`);
  return sentences;
}
