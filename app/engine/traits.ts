import type { OverviewPiece, OverviewTexts } from '../../core/storage/overview.ts';
import { kindOf, kinds, markOf, marks, type Kind, type Mark } from '../vocabulary/kinds.ts';
import { keyOfText } from '../vocabulary/text-key.ts';
import { Numbering } from './numbering.ts';

/**
 * What happened to which species, and who reported it: the combinations that occur. There are some hundred, so that
 * a filter decides about each of them once, and a pass over the records only counts how many have which.
 */
export interface Traits {
  readonly kinds: readonly Kind[];
  readonly marks: readonly Mark[];
  /** Keys, as `keyOfText` gives them. */
  readonly species: readonly string[];
  readonly sources: readonly string[];
  /** For each the number of its mark among `marks` of the vocabulary. */
  readonly markNumbers: Uint8Array;
}

const noTexts: OverviewTexts = { values: [], codes: new Uint32Array() };

/** The combinations that occur, and for each record, in list order, which it has. */
export function readTraits(
  pieces: readonly OverviewPiece[],
  records: number,
): { traits: Traits; traitOf: Uint32Array } {
  const species = new Numbering<string>();
  const sources = new Numbering<string>();
  const combinations = new Numbering<number>();
  const traitOf = new Uint32Array(records);
  // Room for every text to be distinct; three such numbers stay whole in a double.
  const room = 2 ** 22;
  let record = 0;
  for (const piece of pieces) {
    const interactions = piece.texts['InteractionValue'] ?? noTexts;
    const namedSpecies = piece.texts['SightingSpeciesValue'] ?? noTexts;
    const owners = piece.texts['OwnerValue'] ?? noTexts;
    const kindNumbers = interactions.values.map((value) => kinds.indexOf(kindOf(value)));
    const speciesNumbers = namedSpecies.values.map((value) => species.numberOf(keyOfText(value)));
    const sourceNumbers = owners.values.map((value) => sources.numberOf(keyOfText(value)));
    for (let offset = 0; offset < piece.records; offset++) {
      const kind = kindNumbers[interactions.codes[offset] ?? 0] ?? kinds.indexOf('Other');
      const speciesNumber = speciesNumbers[namedSpecies.codes[offset] ?? 0] ?? species.numberOf('');
      const sourceNumber = sourceNumbers[owners.codes[offset] ?? 0] ?? sources.numberOf('');
      traitOf[record++] = combinations.numberOf((kind * room + speciesNumber) * room + sourceNumber);
    }
  }
  const parts = combinations.keys.map((combination) => {
    const sourceNumber = combination % room;
    const rest = Math.floor(combination / room);
    const kind = kinds[Math.floor(rest / room)] ?? 'Other';
    const speciesKey = species.keys[rest % room] ?? '';
    return { kind, species: speciesKey, source: sources.keys[sourceNumber] ?? '', mark: markOf(kind, speciesKey) };
  });
  const traits = {
    kinds: parts.map(({ kind }) => kind),
    marks: parts.map(({ mark }) => mark),
    species: parts.map((part) => part.species),
    sources: parts.map(({ source }) => source),
    markNumbers: Uint8Array.from(parts, ({ mark }) => marks.indexOf(mark)),
  };
  return { traits, traitOf };
}
