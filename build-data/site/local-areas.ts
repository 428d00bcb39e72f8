import { checkedGeometry, isSimpleType } from '../../core/cql2/geometry.ts';
import { localAreaField, localAreaName } from '../../core/datasets/local-areas.ts';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures } from '../../core/datasets/datasets.ts';
import { type Geometry, intersectsPoint } from '../../core/engine/point-tests.ts';
import { readRegularFile } from './regular-file.ts';
import { SiteFileError } from './site-file.ts';

/** Completes the local area of a coastal feature that has none: that of the polygon with its inshore point. */
export type LocalAreas = (feature: DatasetRecord) => DatasetRecord;

interface Area {
  readonly name: string;
  readonly geometry: Geometry;
}

/**
 * Reads the areas of a GeoJSON file, whose polygons have their name in a property. Throws SiteFileError, which names the
 * feature.
 */
export function readLocalAreas(path: string, property: string): LocalAreas {
  const areas = readFeatures(path).map((feature, index) =>
    readArea(feature, property, (problem) => {
      throw new SiteFileError(`localAreas.file ${path}: feature ${index + 1} ${problem}`);
    }),
  );
  const [inshore] = coastalFeatures.positions;
  return (feature) => {
    if (localAreaName(feature[localAreaField]) !== '') return feature;
    const [longitude, latitude] = [Number(feature[inshore.longitudeField]), Number(feature[inshore.latitudeField])];
    const area = areas.find(({ geometry }) => intersectsPoint(geometry, longitude, latitude));
    return area ? { ...feature, [localAreaField]: area.name } : feature;
  };
}

function readFeatures(path: string): readonly unknown[] {
  let json: unknown;
  try {
    json = JSON.parse(
      readRegularFile(path)
        .toString()
        .replace(/^\ufeff/, ''),
    );
  } catch (error) {
    throw new SiteFileError(`localAreas.file ${path} cannot be read as JSON: ${String(error)}`);
  }
  const features = typeof json === 'object' && json !== null && 'features' in json ? json.features : undefined;
  if (!Array.isArray(features)) throw new SiteFileError(`localAreas.file ${path} has no list of features`);
  return features;
}

function readArea(feature: unknown, property: string, refuse: (problem: string) => never): Area {
  const { properties, geometry } = (feature ?? {}) as {
    readonly properties?: Readonly<Record<string, unknown>> | null;
    readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null;
  };
  const name = localAreaName(properties?.[property]);
  if (name === '') refuse(`has no text in its property ${JSON.stringify(property)}`);
  const { type, coordinates } = geometry ?? {};
  if (!isSimpleType(type) || !type.endsWith('Polygon')) refuse('is not a Polygon or a MultiPolygon');
  checkedGeometry(
    type,
    coordinates,
    (expected) => refuse(`has wrong coordinates: expected ${expected}`),
    () => undefined,
  );
  return { name, geometry: { type, coordinates } as Geometry };
}
