/**
 * The kinds of record, as in the filters. A record whose mark is `other` is of the kind `Other`, whatever its interaction
 * is, so that filters, legend and charts count the same records under the same name.
 */
export const kinds = ['Sighted', 'Detected', 'Caught', 'Tagged', 'Relocated', 'Other'] as const;
export type Kind = (typeof kinds)[number];

/** How a record is drawn: as a circle, square, triangle or diamond, each in a different colour. */
export const marks = ['sighting', 'detection', 'handled', 'other'] as const;
export type Mark = (typeof marks)[number];

/** `value` is compared without letter case and outer spaces; `*` at its start or end matches any text. */
export interface InteractionPattern {
  readonly value: string;
  readonly kind: Kind;
}

/** How the kinds of records are read: the part of the rules of a site that is about interactions and species. */
export interface KindRules {
  /** The kinds of published interactions: the first pattern that matches counts. Others are of the kind `Other`. */
  readonly interactions: readonly InteractionPattern[];
  /**
   * Keys of species that are not the subject, or not known to be: their records are of the kind `Other`, unless a pattern
   * names this kind. It is then a kind like the others, and the records of these species are of the kind that they say.
   */
  readonly otherSpecies: readonly string[];
  /** Keys of species that mean that the animal was not identified. */
  readonly unidentifiedSpecies: readonly string[];
}

/** The interaction that an `InteractionValue` names in one of its published spellings; `Other` if it names none of them. */
export function interactionOf(interactionValue: string | null, { interactions }: KindRules): Kind {
  const words = (interactionValue ?? '').trim().toLowerCase();
  return interactions.find(({ value }) => matches(words, value.trim().toLowerCase()))?.kind ?? 'Other';
}

function matches(words: string, pattern: string): boolean {
  const part = pattern.replace(/^\*|\*$/g, '');
  if (pattern.startsWith('*') && pattern.endsWith('*')) return words.includes(part);
  if (pattern.endsWith('*')) return words.startsWith(part);
  return pattern.startsWith('*') ? words.endsWith(part) : words === part;
}

/** The mark of the kinds, which the records of a species can differ from: see `markOf`. */
export const markOfKind: Readonly<Record<Kind, Mark>> = {
  Sighted: 'sighting',
  Detected: 'detection',
  Caught: 'handled',
  Tagged: 'handled',
  Relocated: 'handled',
  Other: 'other',
};

/** Whether a species key says that the species is not known or not recorded. */
export const isUnidentified = (speciesKey: string, { unidentifiedSpecies }: KindRules): boolean =>
  unidentifiedSpecies.includes(speciesKey);

/** The mark of a record. `speciesKey` is a result of `keyOfText`. */
export function markOf(interaction: Kind, speciesKey: string, { otherSpecies, interactions }: KindRules): Mark {
  const isOther = otherSpecies.includes(speciesKey) && !interactions.some(({ kind }) => kind === 'Other');
  return isOther ? 'other' : markOfKind[interaction];
}

/** The kind of a record, by which it is filtered. */
export function kindOf(interaction: Kind, speciesKey: string, rules: KindRules): Kind {
  return markOf(interaction, speciesKey, rules) === 'other' ? 'Other' : interaction;
}

/** The kind and the mark of a record. `isTagged` states whether it is a detection: see `tagged-sharks.ts`. */
export function classesOf(
  interaction: Kind,
  isTagged: boolean,
  speciesKey: string,
  rules: KindRules,
): { readonly kind: Kind; readonly mark: Mark } {
  if (isTagged) return { kind: 'Detected', mark: 'detection' };
  // Without a tag, "detected" counts as seen.
  const counted = interaction === 'Detected' ? 'Sighted' : interaction;
  return { kind: kindOf(counted, speciesKey, rules), mark: markOf(counted, speciesKey, rules) };
}
