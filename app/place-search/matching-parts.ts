export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * A text in parts that joined give it again, those that match a typed word marked: words of the text are compared from
 * their start, without regard to letter case.
 */
export function matchingParts(text: string, typed: string): readonly TextPart[] {
  const wanted = wordsOf(typed).map((word) => word.toLowerCase());
  const parts: TextPart[] = [];
  const add = (piece: string, isMatch: boolean): void => {
    const before = parts.at(-1);
    if (piece === '') return;
    if (before?.isMatch === isMatch) parts[parts.length - 1] = { text: before.text + piece, isMatch };
    else parts.push({ text: piece, isMatch });
  };
  for (const piece of text.match(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu) ?? []) {
    const lower = piece.toLowerCase();
    // A letter may grow in lower case; then its place in the text is not told by its place in the other.
    const lengths =
      lower.length === piece.length ? wanted.map((word) => (lower.startsWith(word) ? word.length : 0)) : [];
    const length = Math.max(0, ...lengths);
    add(piece.slice(0, length), true);
    add(piece.slice(length), false);
  }
  return parts;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
