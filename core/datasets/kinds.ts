/**
 * The kinds of record, as in the filters. A record whose mark is `other` is of the kind `Other`, whatever its interaction
 * is, so that filters, legend and charts count the same records under the same name.
 */
export const kinds = ['Sighted', 'Detected', 'Caught', 'Tagged', 'Relocated', 'Other'] as const;
export type Kind = (typeof kinds)[number];

/** How a record is drawn: as a circle, square, triangle or diamond, each in a different colour. */
export const marks = ['sighting', 'detection', 'handled', 'other'] as const;
export type Mark = (typeof marks)[number];

/** `value` is compared without letter case and outer spaces; `*` at its start or end stands for any text. */
export interface InteractionPattern {
  readonly value: string;
  readonly kind: Kind;
}

/**
 * The interaction that an `InteractionValue` names in one of its published spellings; `Other` if it names none of them.
 */
export function interactionOf(interactionValue: string | null): Kind {
  const words = (interactionValue ?? '').trim().toLowerCase();
  if (words.startsWith('sighted')) return 'Sighted';
  if (words.startsWith('detected')) return 'Detected';
  if (words.includes('relocated')) return 'Relocated';
  if (words.startsWith('tagged')) return 'Tagged';
  if (words.startsWith('caught')) return 'Caught';
  return 'Other';
}

const markOfKind: Readonly<Record<Kind, Mark>> = {
  Sighted: 'sighting',
  Detected: 'detection',
  Caught: 'handled',
  Tagged: 'handled',
  Relocated: 'handled',
  Other: 'other',
};
/** Published as a species, but not sharks or not known to be sharks. Their mark is always `other`. */
const speciesMarkedOther = new Set(['whale carcass', 'sonar object', 'detection event - possible', 'other']);

/** Whether a species key says that the species is not known or not recorded. */
export const isUnidentified = (speciesKey: string): boolean => speciesKey === '' || speciesKey === 'unknown sp.';

/** The mark of a record. `speciesKey` is a result of `keyOfText`. */
export function markOf(interaction: Kind, speciesKey: string): Mark {
  return speciesMarkedOther.has(speciesKey) ? 'other' : markOfKind[interaction];
}

/** The kind of a record, by which it is filtered. */
export function kindOf(interaction: Kind, speciesKey: string): Kind {
  return markOf(interaction, speciesKey) === 'other' ? 'Other' : interaction;
}

/** The kind and the mark of a record. `isTagged` states whether it is a detection: see `tagged-sharks.ts`. */
export function classesOf(
  interaction: Kind,
  isTagged: boolean,
  speciesKey: string,
): { readonly kind: Kind; readonly mark: Mark } {
  if (isTagged) return { kind: 'Detected', mark: 'detection' };
  // Without a tag, "detected" counts as seen.
  const counted = interaction === 'Detected' ? 'Sighted' : interaction;
  return { kind: kindOf(counted, speciesKey), mark: markOf(counted, speciesKey) };
}
