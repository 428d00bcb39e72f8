// A point goes with the digits after it: were each optional, a long text of digits could be parted in many ways.
const plainDecimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The number written as a plain decimal, a sign and an exponent allowed; undefined for any other text, such as
 * hexadecimal, `NaN`, `Infinity` or anything with a space, and for a number too large for a double.
 */
export function parsePlainNumber(text: string): number | undefined {
  if (!plainDecimal.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  return value === 0 ? 0 : value; // never minus zero
}
