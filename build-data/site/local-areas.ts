import { resolve } from 'node:path';

import { checkedGeometry, isSimpleType } from '../../core/cql2/geometry.ts';
import { localAreaField, localAreaName } from '../../core/datasets/local-areas.ts';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures } from '../../core/datasets/datasets.ts';
import { type Geometry, intersectsPoint } from '../../core/engine/point-tests.ts';
import { readRegularFile } from './regular-file.ts';
import type { SiteFile } from './site-file.ts';

/** Completes the local area of a coastal feature that has none: that of the polygon with its inshore point. */
export type LocalAreas = (feature: DatasetRecord) => DatasetRecord;

interface Area {
  readonly name: string;
  readonly geometry: Geometry;
}

/** Called with the member of the site file and a fault. Must throw. */
type Refuse = (fault: string) => never;

/** Reads the areas of a site: a GeoJSON file of polygons, which have their name in a property. Undefined if it names none. */
export function readLocalAreas(
  { localAreas, directory }: Pick<SiteFile, 'localAreas' | 'directory'>,
  refuse: Refuse,
): LocalAreas | undefined {
  if (!localAreas) return undefined;
  const { file, property } = localAreas;
  const features = readFeatures(resolve(directory, file), (problem) => refuse(`localAreas.file: ${file} ${problem}`));
  const areas = features.map((feature, index) =>
    readArea(feature, property, (member, problem) =>
      refuse(`localAreas.${member}: feature ${index + 1} of ${file} ${problem}`),
    ),
  );
  const [inshore] = coastalFeatures.positions;
  return (feature) => {
    if (localAreaName(feature[localAreaField]) !== '') return feature;
    const [longitude, latitude] = [Number(feature[inshore.longitudeField]), Number(feature[inshore.latitudeField])];
    const area = areas.find(({ geometry }) => intersectsPoint(geometry, longitude, latitude));
    return area ? { ...feature, [localAreaField]: area.name } : feature;
  };
}

function readFeatures(path: string, refuse: Refuse): readonly unknown[] {
  let json: unknown;
  try {
    json = JSON.parse(
      readRegularFile(path)
        .toString()
        .replace(/^\ufeff/, ''),
    );
  } catch (error) {
    refuse(`cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const features = typeof json === 'object' && json !== null && 'features' in json ? json.features : undefined;
  return Array.isArray(features) ? features : refuse('is not GeoJSON: it has no list of features');
}

function readArea(
  feature: unknown,
  property: string,
  refuse: (member: 'file' | 'property', problem: string) => never,
): Area {
  const { properties, geometry } = (feature ?? {}) as {
    readonly properties?: Readonly<Record<string, unknown>> | null;
    readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null;
  };
  const name = localAreaName(properties?.[property]);
  if (name === '') {
    const names = Object.keys(properties ?? {}).map((each) => JSON.stringify(each));
    refuse(
      'property',
      `has no text in ${JSON.stringify(property)}: name one of ${names.join(', ') || 'its properties'}`,
    );
  }
  const { type, coordinates } = geometry ?? {};
  if (!isSimpleType(type) || !type.endsWith('Polygon')) refuse('file', 'is not a Polygon or a MultiPolygon');
  checkedGeometry(
    type,
    coordinates,
    (expected) => refuse('file', `has wrong coordinates: expected ${expected}`),
    () => undefined,
  );
  return { name, geometry: { type, coordinates } as Geometry };
}
