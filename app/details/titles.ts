import type { RecordRow } from '../engine/engine.ts';
import { kindVerbs } from '../vocabulary/kinds.ts';
import { plainText } from '../vocabulary/text.ts';
import { speciesName } from '../vocabulary/value-names.ts';

/** A title in two: a published text, which may be written in any direction, and our own words after it. */
export interface Title {
  readonly published: string;
  readonly rest: string;
}

/** "White shark, detected". */
export function recordTitle({ species, interaction }: Pick<RecordRow, 'species' | 'interaction'>): Title {
  return { published: speciesName(species), rest: `, ${kindVerbs[interaction]}` };
}

const shortEnough = 60;

/** All of a title that may be cut off where it is shown, for a `title` attribute; undefined for one that is short. */
export function longTitle({ published, rest }: Title): string | undefined {
  const whole = plainText(published + rest);
  return whole.length > shortEnough ? whole : undefined;
}

/** The name of a place as published, without the space around it that some carry. */
export function placeTitle(name: string): string {
  return name.trim() || 'Place not recorded';
}
