/**
 * The key under which spellings of one value are counted together, in filters and in addresses: trimmed, with single
 * spaces, in lower case. A missing value has the key ''.
 */
export function keyOfText(value: string | null): string {
  return (value ?? '').trim().replace(/\s+/g, ' ').toLowerCase();
}

const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A published text without bidirectional formatting characters: for titles, labels, announcements and canvases,
 * where they could also reverse the text next to it. Elsewhere `<bdi>` isolates the unchanged text.
 */
export function plainText(text: string): string {
  return text.replace(directionMarks, '');
}

/**
 * The value of a key, or undefined. Keys come from data and addresses, and may be the name of an inherited property,
 * such as `constructor` or `__proto__`.
 */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
