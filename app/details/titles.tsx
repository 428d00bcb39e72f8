import type { RecordRow } from '../engine/engine.ts';
import { kindVerbs } from '../vocabulary/kinds.ts';
import { plainText } from '../vocabulary/text.ts';
import { speciesName } from '../vocabulary/value-names.ts';

/** A title in two parts: a published text, which may have any text direction, and our own text after it. */
export interface Title {
  readonly published: string;
  readonly rest: string;
}

/** "White shark, detected". */
export function recordTitle({ species, interaction }: Pick<RecordRow, 'species' | 'interaction'>): Title {
  return { published: speciesName(species), rest: `, ${kindVerbs[interaction]}` };
}

const longestShortTitle = 60;

/** The full text of a title that may be truncated on the screen, for a `title` attribute; undefined for a short one. */
export function longTitle({ published, rest }: Title): string | undefined {
  const whole = plainText(published + rest);
  return whole.length > longestShortTitle ? whole : undefined;
}

/** The name of a place as published, trimmed. */
export function placeTitle(name: string): string {
  return name.trim() || 'Place not recorded';
}

/** Isolates the published part, so that it cannot change the direction of our own text. */
export function TitleText({ title: { published, rest } }: { readonly title: Title }) {
  return (
    <>
      {published === '' ? null : <bdi>{published}</bdi>}
      {rest}
    </>
  );
}
