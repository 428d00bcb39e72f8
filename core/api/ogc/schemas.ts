import type { FieldDescription } from '../../datasets/dataset-description.ts';
import type { RecordedTimes } from '../../datasets/recorded-time.ts';
import { type Collection, geometryName, positionOf } from '../../engine/collections.ts';
import { fieldSchema, timeNote } from './parameters.ts';
import { type OgcDocument, type OgcRequest, selfLinks } from './document.ts';
import { pathOf } from './resources.ts';

/*
 * The schemas of a collection in JSON Schema 2020-12 (OGC API Features Part 5). They describe the data, not its GeoJSON: a
 * value that the publisher did not supply is absent from the data, and null in GeoJSON.
 */

interface PropertySchema {
  readonly title: string;
  readonly description: string;
  readonly [keyword: string]: unknown;
}

function propertySchemas(collection: Collection, times: RecordedTimes): Readonly<Record<string, PropertySchema>> {
  const { dataset } = collection;
  const properties: [string, PropertySchema][] = [
    ...dataset.fields.map((field): [string, PropertySchema] => [field.name, propertySchema(field, collection, times)]),
    [
      geometryName,
      {
        ...{ title: 'Point', description: positionOf(collection).meaning },
        ...{ format: 'geometry-point', 'x-ogc-role': 'primary-geometry' },
      },
    ],
  ];
  return Object.fromEntries(
    properties.map(([name, schema], index) => [name, { ...schema, 'x-ogc-propertySeq': index + 1 }]),
  );
}

function propertySchema(field: FieldDescription, { dataset }: Collection, times: RecordedTimes): PropertySchema {
  const { name, label, meaning, unit, type, knownValues } = field;
  const notes = [meaning, unit && `Unit: ${unit}.`, type === 'dateTime' ? timeNote(times) : undefined];
  const isTimeOfFeature = type === 'dateTime' && name === dataset.sortKey.field;
  const role = name === dataset.identifierField ? 'id' : isTimeOfFeature ? 'primary-instant' : undefined;
  return {
    title: label,
    description: notes.filter((note) => note !== undefined).join(' '),
    ...fieldSchema(field),
    // Other values are possible, so this is not an enumeration.
    ...(knownValues && { examples: knownValues }),
    ...(role && { 'x-ogc-role': role }),
    ...(unit?.startsWith('degrees') && { 'x-ogc-unit': 'deg' }),
  };
}

/** The schema of the properties of a collection, or of what its filters can name, which is the same. */
export function describeSchema(request: OgcRequest, times: RecordedTimes): OgcDocument {
  const { root, name, collection } = request;
  const properties = propertySchemas(collection, times);
  const isSchema = name === 'schema';
  const required = collection.dataset.fields.filter(({ nulls }) => nulls === 'never').map((field) => field.name);
  const title = `${isSchema ? 'Properties' : 'Queryables'} of ${collection.title}`;
  return {
    title,
    description: collection.description,
    json: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `${root}/${pathOf(isSchema ? 'schema' : 'queryables', collection)}`,
      ...{ type: 'object', title, description: collection.description, properties },
      ...(isSchema && { required: [...required, geometryName] }),
      additionalProperties: false,
    },
    columns: ['Name', 'Title', 'Type', 'Meaning'],
    rows: Object.entries(properties).map(([property, { title, description, type, format }]) => [
      ...[property, title, String(format ?? type), description],
    ]),
    links: selfLinks(request),
  };
}
