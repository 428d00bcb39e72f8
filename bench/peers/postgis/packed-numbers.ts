/**
 * An SQL expression that brings all values of an int4 column in one value, four bytes each: the cheapest way to the
 * client, some three times as fast as rows.
 */
export function packNumbers(column: string): string {
  return `string_agg(int4send(${column}), ''::bytea)`;
}

/** The numbers of such a value; what adds up no rows is null, and holds none. */
export function unpackNumbers(packed: unknown): Uint32Array {
  if (!(packed instanceof Uint8Array)) return new Uint32Array();
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return Uint32Array.from({ length: packed.byteLength / 4 }, (_, index) => view.getUint32(index * 4));
}
