/** How a published value is shown: as it is, or as missing, with what was published where that is not plain. */
export type ShownValue =
  | { readonly isRecorded: true; readonly text: string }
  | { readonly isRecorded: false; readonly published: string | null };

/** Null, an empty text and the four letters NULL say the same: nothing was recorded. */
export function shownValue(value: string | number | null): ShownValue {
  if (value === null) return { isRecorded: false, published: null };
  const text = String(value);
  if (text.trim() === '') return { isRecorded: false, published: null };
  if (text.trim() === 'NULL') return { isRecorded: false, published: text };
  return { isRecorded: true, text };
}
