/**
 * The key that all spellings of a value share, in filters and in addresses: the text trimmed, with single spaces, in
 * lower case. A missing value has the key ''.
 */
export function keyOfText(value: string | null): string {
  return (value ?? '').trim().replace(/\s+/g, ' ').toLowerCase();
}
