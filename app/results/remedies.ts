import type { Result, EmptyResultReason } from '../engine/engine.ts';
import { metresPerNauticalMile, type Units } from '../vocabulary/distances.ts';
import { radiusLimitsInMetres } from '../vocabulary/radii.ts';

export type NamedFilter = EmptyResultReason['without'][number]['filter'];

/** "Without the species filter: 34 records". */
export const filterNames: Readonly<Record<NamedFilter, string>> = {
  kinds: 'kind of interaction',
  species: 'species',
  sources: 'source',
  featureTypes: 'feature type',
  from: 'date',
  to: 'date',
  dates: 'date',
};

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/**
 * A round radius, wider than the one that found nothing, that reaches the nearest record, if that is known. Null when
 * no allowed radius does.
 */
export function widerRadiusInMetres(
  radiusInMetres: number,
  nearestInMetres: number | null,
  units: Units,
): number | null {
  const metresInAUnit = units === 'metric' ? 1000 : metresPerNauticalMile;
  const radii = [...steps.map((step) => step * metresInAUnit), radiusLimitsInMetres.largest];
  const wide = radii.filter((radius) => radius > radiusInMetres && radius <= radiusLimitsInMetres.largest);
  return wide.find((radius) => radius >= (nearestInMetres ?? 0)) ?? null;
}

const farInMetres = 300_000;

/** Whether the centre lies far from anything that the data knows. */
export function isOutsideRegion({ query, nearestRecord, nearestPlace, emptyReason }: Result): boolean {
  if (emptyReason && emptyReason.inArea > 0) return false;
  // Without a search and with something found, whatever the map shows is what the data covers.
  if (!query.search && !emptyReason) return false;
  const known = [nearestRecord, nearestPlace, emptyReason?.nearestRecord, emptyReason?.nearestReceiver].filter(
    (each) => each !== null && each !== undefined,
  );
  return known.length > 0 && known.every(({ distanceInMetres }) => distanceInMetres > farInMetres);
}
