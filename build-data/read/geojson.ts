import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { showValue } from '../format-text.ts';
import type { IssueDetails, ReportIssue } from '../validate/issues.ts';

/** Programs round coordinates to 5 to 15 decimals when they write GeoJSON. */
const toleranceInDegrees = 0.000_01;

/**
 * Copies the points of a feature's geometry, in the order of the dataset's positions, into the fields that have no
 * value. Reports those that have another value, because it is unknown which one is right. A geometry with another number
 * of points is not used.
 */
export function addGeometry(
  record: Record<string, unknown>,
  geometry: unknown,
  { positions, identifierField }: DatasetDescription,
  report: (details: Omit<IssueDetails, 'position'> & { readonly field: string }) => void,
): void {
  const points = pointsOf(geometry);
  if (points.length !== positions.length) return;
  for (const [index, { longitudeField, latitudeField }] of positions.entries()) {
    const point = points[index] ?? [];
    for (const [axis, field] of [longitudeField, latitudeField].entries()) {
      const coordinate = point[axis];
      const value = record[field] ?? null;
      if (value === null)
        record[field] = typeof coordinate === 'number' ? coordinate + 0 : coordinate; // no minus zero
      else if (typeof value === 'number' && !(Math.abs(value - Number(coordinate)) <= toleranceInDegrees)) {
        const explanation = `the geometry has ${showValue(coordinate)}`;
        report({ identifier: record[identifierField], field, value, explanation });
      }
    }
  }
}

/** The point of a feature as columns for a mapping; none if it is not a point. */
export function pointColumns(geometry: unknown): Readonly<Record<string, unknown>> {
  const points = pointsOf(geometry);
  if (points.length !== 1) return {};
  const [[longitude, latitude] = []] = points;
  return { 'geometry.longitude': longitude, 'geometry.latitude': latitude };
}

function pointsOf(geometry: unknown): readonly (readonly unknown[])[] {
  const { type, coordinates } = asObject(geometry);
  const points: readonly unknown[] =
    type === 'Point' ? [coordinates] : type === 'MultiPoint' ? asArray(coordinates) : [];
  return points.every((point) => asArray(point).length >= 2) ? (points as readonly unknown[][]) : [];
}

/** Reports a collection that is not complete, or neither in longitude and latitude nor in the coordinate system of a mapping. */
export function checkCollection(
  members: Readonly<Record<string, unknown>>,
  coordinateSystem: string | undefined,
  report: ReportIssue,
): void {
  const { crs, links, numberMatched, numberReturned, exceededTransferLimit } = members;
  const hasNextLink = asArray(links).some((link) => asObject(link)['rel'] === 'next');
  if (Number(numberReturned) < Number(numberMatched)) {
    report('pageObject', {
      explanation: `numberReturned is ${String(numberReturned)}, numberMatched ${String(numberMatched)}`,
    });
  } else if (hasNextLink || exceededTransferLimit === true) {
    report('pageObject', {
      explanation: hasNextLink ? 'it has a link to the next page' : 'exceededTransferLimit is true',
    });
  }
  const name = asObject(asObject(crs)['properties'])['name'];
  const isConverted = coordinateSystem !== undefined && String(name).endsWith(coordinateSystem.slice('EPSG'.length));
  if (crs !== undefined && crs !== null && !isWgs84Name(name) && !isConverted) {
    report('notWgs84', { explanation: `its crs member names ${showValue(name)}` });
  }
}

/** Names of WGS 84, such as `urn:ogc:def:crs:OGC:1.3:CRS84`, `OGC:CRS84` and `urn:ogc:def:crs:EPSG::4326`. */
const wgs84Name = /(?:^|[:/])(?:CRS:?84h?|WGS ?84|EPSG[:/](?:[\d.]*[:/])?(?:4326|4979))$/i;

const isWgs84Name = (name: unknown): boolean => typeof name === 'string' && wgs84Name.test(name);

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
