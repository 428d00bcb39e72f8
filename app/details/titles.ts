import type { RecordRow } from '../engine/questions.ts';
import { kindVerbs } from '../vocabulary/kinds.ts';
import { speciesName } from '../vocabulary/species.ts';

/** "White shark, detected". */
export function recordTitle({ species, interaction }: Pick<RecordRow, 'species' | 'interaction'>): string {
  return `${speciesName(species)}, ${kindVerbs[interaction]}`;
}

/** The name of a place as published, without the space around it that some carry. */
export function placeTitle(name: string): string {
  return name.trim() || 'Place not recorded';
}
