import type { LocationSearch } from './view-state.ts';

/** Decimals of a degree: about a centimetre. */
export const searchDigits = 7;

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;

/** A radius to a decimetre, as an address tells it. */
export const roundedRadius = (radiusInMetres: number): number => rounded(radiusInMetres, 1);

/**
 * A search as an address can tell it: its centre to a centimetre, its radius to a decimetre. What is searched is what
 * is shared, or a link could count one record more.
 */
export function roundedSearch(search: LocationSearch): LocationSearch {
  const { longitude, latitude } = search.centre;
  return {
    ...search,
    centre: { longitude: rounded(longitude, searchDigits), latitude: rounded(latitude, searchDigits) },
    radiusInMetres: roundedRadius(search.radiusInMetres),
  };
}
