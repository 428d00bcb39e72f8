import type { RecordedTimes } from '../../datasets/recorded-time.ts';
import { type Collection, collections } from '../../engine/collections.ts';
import {
  type Format,
  formatParameter,
  groupingParameter,
  type OgcParameter,
  propertyParameter,
  selectionParameters,
  shared,
} from './parameters.ts';

/** A kind of resource: where it is, in which formats, and which parameters it has. */
export interface OgcResource {
  /** Below the landing page, without slashes at its ends. */
  readonly path: string;
  readonly title: string;
  readonly formats: readonly Format[];
  /** The media type of the format json. */
  readonly mediaType: string;
  /** In addition to the format. */
  readonly parameters: (collection: Collection, times: RecordedTimes) => readonly OgcParameter[];
}

const json = 'application/json';
const none = (): readonly OgcParameter[] => [];
const standard = { formats: ['json', 'html'], mediaType: json, parameters: none } as const;
const collectionPath = 'collections/{collectionId}';

export const resources = {
  landingPage: { ...standard, path: '', title: 'Landing page' },
  conformance: { ...standard, path: 'conformance', title: 'Conformance classes' },
  api: {
    ...{ ...standard, path: 'api', title: 'Description of the API' },
    mediaType: 'application/vnd.oai.openapi+json;version=3.0',
  },
  collections: { ...standard, path: 'collections', title: 'Collections' },
  collection: { ...standard, path: collectionPath, title: 'Collection' },
  items: {
    ...{ ...standard, path: `${collectionPath}/items`, title: 'Features', mediaType: 'application/geo+json' },
    parameters: ({ dataset }, times) => [
      ...shared(times, ...selectionParameters),
      ...shared(times, 'limit', 'offset', 'data-version', 'crs', 'properties', 'sortby'),
      ...dataset.fields.map(propertyParameter),
    ],
  },
  feature: {
    ...{
      ...standard,
      path: `${collectionPath}/items/{featureId}`,
      title: 'Feature',
      mediaType: 'application/geo+json',
    },
    parameters: (_, times) => shared(times, 'crs'),
  },
  queryables: {
    ...{ ...standard, path: `${collectionPath}/queryables`, title: 'Queryables' },
    mediaType: 'application/schema+json',
  },
  schema: { ...standard, path: `${collectionPath}/schema`, title: 'Schema', mediaType: 'application/schema+json' },
  aggregate: {
    ...{ path: `${collectionPath}/aggregate`, title: 'Counts', formats: ['json', 'html', 'csv'], mediaType: json },
    parameters: (collection, times) => [
      groupingParameter(collection),
      ...shared(times, ...selectionParameters),
      ...collection.dataset.fields.map(propertyParameter),
    ],
  },
} as const satisfies Readonly<Record<string, OgcResource>>;

export type ResourceName = keyof typeof resources;
export const resourceNames = Object.keys(resources) as ResourceName[];

/** All parameters of a resource. `times` are those of the site, for examples. */
export function parametersOf(
  name: ResourceName,
  collection: Collection,
  times: RecordedTimes,
): readonly OgcParameter[] {
  const resource: OgcResource = resources[name];
  return [formatParameter(resource.formats), ...resource.parameters(collection, times)];
}

/** A path with a collection in place of its placeholder. */
export function pathOf(name: ResourceName, collection: Collection): string {
  return resources[name].path.replace('{collectionId}', collection.name);
}

export interface MatchedResource {
  readonly name: ResourceName;
  /** The collection in the path. For resources of all collections, any: they have the same parameters. */
  readonly collection: Collection;
  /** Of the resource `feature`; otherwise empty. */
  readonly featureId: string;
}

/** The resource at a path below the landing page, which is case-sensitive; undefined if there is none. */
export function matchResource(segments: readonly string[]): MatchedResource | undefined {
  for (const collection of collections) {
    for (const name of resourceNames) {
      const template = pathOf(name, collection).split('/');
      const isMatch = template.length === segments.length && template.every((part, at) => fits(part, segments[at]));
      if (isMatch) return { name, collection, featureId: name === 'feature' ? (segments.at(-1) ?? '') : '' };
    }
  }
  return undefined;
}

function fits(part: string, segment: string | undefined): boolean {
  return part === '{featureId}' ? segment !== '' : part === segment;
}
