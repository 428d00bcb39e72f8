/**
 * The key that all spellings of a value share, in filters and in addresses: the text trimmed, with single spaces, in
 * lower case. A missing value has the key ''.
 */
export function keyOfText(value: string | null): string {
  return (value ?? '').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The text with its first letter in upper case. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Removes bidirectional formatting characters from a published text: for titles, labels, announcements and canvases,
 * where these characters could reverse the text around it. Elsewhere, `<bdi>` isolates the unchanged text.
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
