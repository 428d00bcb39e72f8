import type { Summary } from '../engine/engine.ts';
import { applicableFilters, type Filters, hasFilters, type PlaceOrPoint } from '../view/view-state.ts';
import type { Units } from '../vocabulary/distances.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { observationSentences, usualInWords } from '../vocabulary/observation-sentences.ts';
import { summaryScopeInWords } from '../vocabulary/scopes.ts';
import { findPlace, type NamedPlace } from './place-names.ts';
import type { Explorer } from './explorer.ts';

/**
 * "89 sightings, and 80 visits by 32 tagged sharks within 1 km since October 2014.", "Last sighting 8 April 2021.", …: the
 * sentences after the name of a place. Without filters, the last one says what is usual at this time of the year: `today` is
 * a day, `YYYY-MM-DD`.
 */
export function summarySentences(summary: Summary, units: Units, today = summary.today): readonly string[] {
  const usual = usualInWords(summary.sightingDays, today);
  const where = summaryScopeInWords(summary.scope, units);
  const sentences = observationSentences(summary, where, summary.firstMonth, summary.filters !== null);
  return summary.records === 0 || usual === '' ? sentences : [...sentences, usual];
}

/** The number of visits, to compare with what receivers recorded; null with filters, which no receiver follows. */
export const allVisitsOf = ({ byMark, filters }: Summary): number | null => (filters ? null : byMark.detection);

/** A place or point that is compared, with the facts about its circle. */
export interface ComparedPlace extends NamedPlace {
  readonly summary: Summary;
}

/** Names the filters that the facts of a comparison follow; null without filters. */
export function comparisonNote(filters: Filters): string | null {
  if (!hasFilters(filters, 'records')) return null;
  return `Only records that match the filters: ${filtersInWords(applicableFilters(filters, 'records'))}.`;
}

/**
 * Reads the same summaries as the details of these places show, of circles with one radius. Null for a place that does
 * not exist. Rejects if the engine fails.
 */
export function readComparison(
  { engine }: Explorer,
  places: readonly PlaceOrPoint[],
  radiusInMetres: number,
  units: Units,
  filters: Filters,
): Promise<readonly (ComparedPlace | null)[]> {
  return Promise.all(
    places.map(async (place) => {
      const found = await findPlace(engine, place, units);
      const summary = found && (await engine.summarise({ centre: found.centre, radiusInMetres }, [], filters));
      return summary && { before: found.before, name: found.name, summary };
    }),
  );
}
