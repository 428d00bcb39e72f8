/**
 * The key under which spellings of one value are counted together, in filters and in addresses: without space around
 * it, in lower case. A missing value has the key ''.
 */
export function keyOfText(value: string | null): string {
  return (value ?? '').trim().replace(/\s+/g, ' ').toLowerCase();
}
