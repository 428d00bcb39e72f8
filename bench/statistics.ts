/** The value with so large a share (0 to 1) of the values below it, between two of them in proportion; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const ascending = Float64Array.from(values).sort();
  const place = (ascending.length - 1) * share;
  const below = ascending[Math.floor(place)] ?? Number.NaN;
  const above = ascending[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
