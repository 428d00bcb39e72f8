import { MalformedBytesError } from './bytes.ts';

/** A JSON object from elsewhere. Throws MalformedBytesError. */
export function parseObject(bytes: Uint8Array<ArrayBuffer>): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new MalformedBytesError('not JSON in UTF-8');
  }
  if (!isObject(content)) throw new MalformedBytesError('not a JSON object');
  return content;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
