import type { Summary } from '../engine/engine.ts';
import { formatDateInWords } from '../vocabulary/dates.ts';
import { formatRadius, type Units } from '../vocabulary/distances.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { speciesName } from '../vocabulary/value-names.ts';

type SummaryFacts = Pick<Summary, 'records' | 'radiusInMetres' | 'firstYear' | 'lastSighting' | 'species'>;

/**
 * "319 records within 1 km since 2014. Last sighting 20 April 2021. Most often: white shark." It follows the name of
 * the place, and can be read aloud.
 */
export function summarySentence(summary: SummaryFacts, units: Units): string {
  const { records, radiusInMetres, firstYear, lastSighting, species } = summary;
  const since = firstYear === null ? '' : ` since ${firstYear}`;
  const count = `${records === 0 ? 'No records' : countOf(records, 'record')} within ${formatRadius(radiusInMetres, units)}${since}.`;
  const sentences = [
    count,
    ...(lastSighting === null
      ? records === 0
        ? []
        : ['No sightings by people.']
      : [`Last sighting ${formatDateInWords(lastSighting.dateTime)}.`]),
    ...(species === null ? [] : [`Most often: ${lowerFirst(speciesName(species.key))}.`]),
  ];
  return sentences.join(' ');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
