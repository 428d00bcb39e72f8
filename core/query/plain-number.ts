// The decimal point and the digits after it form one group, because if each were optional by itself, a long run of
// digits could match in many ways, and rejecting it could take very long.
const plainDecimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Parses a plain decimal number, which may have a sign and an exponent. Returns undefined for any other text, such as
 * hexadecimal, `NaN`, `Infinity` or anything with a space, and for a number too large for a double.
 */
export function parsePlainNumber(text: string): number | undefined {
  if (!plainDecimal.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  return value === 0 ? 0 : value; // never minus zero
}
