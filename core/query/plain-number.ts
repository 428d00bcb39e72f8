// If the point and the digits after it were optional separately, a long text of digits could match in many ways.
const plainDecimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Parses a plain decimal number, a sign and an exponent allowed; undefined for any other text, such as
 * hexadecimal, `NaN`, `Infinity` or anything with a space, and for a number too large for a double.
 */
export function parsePlainNumber(text: string): number | undefined {
  if (!plainDecimal.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  return value === 0 ? 0 : value; // never minus zero
}
