import type { Summary } from '../engine/engine.ts';
import type { Units } from '../vocabulary/distances.ts';
import { observationSentences, usualInWords } from '../vocabulary/observation-sentences.ts';
import { summaryScopeInWords } from '../vocabulary/scopes.ts';

const millisecondsAheadOfUtc = 8 * 3_600_000;

/**
 * "89 sightings, and 80 visits by 32 tagged sharks within 1 km since October 2014.", "Last sighting 8 April 2021.", …: the
 * sentences after the name of a place. The last one says what is usual at this time of the year.
 */
export function summarySentences(summary: Summary, units: Units, now = Date.now()): readonly string[] {
  const today = new Date(now + millisecondsAheadOfUtc).toISOString().slice(0, 10);
  const usual = usualInWords(summary.sightingDays, today);
  const sentences = observationSentences(summary, summaryScopeInWords(summary.scope, units), summary.firstMonth);
  return summary.records === 0 || usual === '' ? sentences : [...sentences, usual];
}
