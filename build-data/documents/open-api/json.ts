/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function reference(section: 'headers' | 'parameters' | 'responses' | 'schemas', name: string): JsonObject {
  return { $ref: `#/components/${section}/${name}` };
}
