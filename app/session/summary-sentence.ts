import type { Summary } from '../engine/engine.ts';
import type { Units } from '../vocabulary/distances.ts';
import { factSentences } from '../vocabulary/fact-sentences.ts';
import { summaryScopeInWords } from '../vocabulary/scopes.ts';

/**
 * "319 records within 1 km since 2014. Last sighting 20 April 2021. Most often: white shark.": the sentence after the
 * name of a place.
 */
export function summarySentence(summary: Summary, units: Units): string {
  const { records, firstYear, lastSighting, lastRecord, species } = summary;
  return factSentences({
    records,
    where: summaryScopeInWords(summary.scope, units),
    firstYear,
    lastSighting: lastSighting?.dateTime ?? null,
    lastRecord: lastRecord?.dateTime ?? null,
    species,
  }).join(' ');
}
