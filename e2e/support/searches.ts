import type { Centre } from './api.ts';

export interface Search {
  readonly name: string;
  readonly centre: Centre;
  readonly radiusInMetres: number;
}

const at = (latitude: number, longitude: number): Centre => ({ latitude, longitude });

/** Along the whole coast, from a bay to a region; in the middle of a town, at sea, and where records are few. */
export const searches: readonly Search[] = [
  { name: 'Cottesloe', centre: at(-31.994, 115.751), radiusInMetres: 500 },
  { name: 'Cottesloe', centre: at(-31.99421, 115.75102), radiusInMetres: 5000 },
  { name: 'Cottesloe', centre: at(-31.99, 115.75), radiusInMetres: 100_000 },
  { name: 'Rottnest', centre: at(-32.0, 115.52), radiusInMetres: 7500 },
  { name: 'Gage Roads, at sea', centre: at(-32.02, 115.65), radiusInMetres: 2345 },
  { name: 'Albany', centre: at(-35.03, 117.9), radiusInMetres: 10_000 },
  { name: 'Albany', centre: at(-35.0269, 117.8837), radiusInMetres: 50_000 },
  { name: 'Esperance', centre: at(-33.87, 121.9), radiusInMetres: 25_000 },
  { name: 'Broome', centre: at(-17.96, 122.21), radiusInMetres: 20_000 },
  { name: 'Exmouth', centre: at(-21.93, 114.13), radiusInMetres: 12_500 },
  { name: 'Ningaloo', centre: at(-22.7, 113.67), radiusInMetres: 75_000 },
  { name: 'Geraldton', centre: at(-28.77, 114.6), radiusInMetres: 1000 },
];

/** The address of the explorer that shows a search. */
export function addressOfSearch({ centre, radiusInMetres }: Omit<Search, 'name'>): string {
  return `?c=${centre.latitude},${centre.longitude}&z=10&r=${radiusInMetres}`;
}
