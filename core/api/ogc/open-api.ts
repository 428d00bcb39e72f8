import type { RecordedTimes } from '../../datasets/recorded-time.ts';
import type { Site } from '../../datasets/site.ts';
import { type Collection, collections } from '../../engine/collections.ts';
import { serviceDescription } from './describe-service.ts';
import { formats, type OgcParameter, sharedParameters } from './parameters.ts';
import { type OgcDocument, type OgcRequest, selfLinks } from './document.ts';
import { type OgcResource, parametersOf, pathOf, type ResourceName, resourceNames, resources } from './resources.ts';

type Json = Readonly<Record<string, unknown>>;

/** The description of this API in OpenAPI 3.0, from the descriptions that requests are parsed by. */
export function describeApi(request: OgcRequest, site: Site, maximumLimit: number, times: RecordedTimes): OgcDocument {
  const shared = sharedParameters(times);
  const operations = resourceNames.flatMap((name) =>
    (resources[name].path.includes('{collectionId}') ? collections : collections.slice(0, 1)).map((collection) => ({
      name,
      collection,
      path: `/${pathOf(name, collection)}`,
    })),
  );
  return {
    title: 'Description of the API',
    description: serviceDescription(site),
    json: {
      openapi: '3.0.3',
      info: { title: `${site.title}: OGC API Features`, version: '1.0.0', description: serviceDescription(site) },
      servers: [{ url: request.root }],
      tags: [{ name: 'service' }, ...collections.map(({ name, description }) => ({ name, description }))],
      paths: Object.fromEntries(
        operations.map(({ name, collection, path }) => [path, { get: operation(name, collection, times) }]),
      ),
      components: {
        parameters: Object.fromEntries(
          shared.map((each) => [each.name, parameterJson(withMaximum(each, maximumLimit))]),
        ),
        schemas: { problem: problemSchema },
        responses: {
          problem: {
            description: 'An error.',
            content: { 'application/problem+json': { schema: reference('schemas', 'problem') } },
          },
        },
      },
    },
    columns: ['Path', 'Parameter', 'Allowed values', 'Meaning'],
    rows: operations.flatMap(({ name, collection, path }) =>
      parametersOf(name, collection, times).map((parameter) => [
        path,
        parameter.name,
        parameter.allowed,
        parameter.meaning,
      ]),
    ),
    links: selfLinks(request),
  };
}

const reference = (kind: 'parameters' | 'schemas' | 'responses', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

/** The largest limit of this host, from which some clients take the size of their pages. */
function withMaximum(parameter: OgcParameter, maximum: number): OgcParameter {
  return parameter.name === 'limit' ? { ...parameter, schema: { ...parameter.schema, maximum } } : parameter;
}

function parameterJson({ name, meaning, allowed, schema }: OgcParameter): Json {
  return {
    name,
    in: 'query',
    required: false,
    style: 'form',
    explode: false,
    description: `${meaning} Allowed: ${allowed}.`,
    schema,
  };
}

function operation(name: ResourceName, collection: Collection, times: RecordedTimes): Json {
  const isShared = (parameter: OgcParameter): boolean =>
    sharedParameters(times).some((each) => each.name === parameter.name);
  const { title, path, formats: allowed, mediaType }: OgcResource = resources[name];
  const isOfCollection = path.includes('{collectionId}');
  const featureId = { name: 'featureId', in: 'path', required: true, schema: { type: 'integer', minimum: 0 } };
  const statuses = ['400', '503', ...(name === 'feature' ? ['404'] : []), ...(name === 'items' ? ['409'] : [])];
  const mediaTypes = { json: mediaType, html: 'text/html', csv: 'text/csv' };
  const schemas = { json: { type: 'object' }, html: { type: 'string' }, csv: { type: 'string' } };
  return {
    operationId: isOfCollection ? `${name}${collection.name}` : name,
    tags: [isOfCollection ? collection.name : 'service'],
    summary: isOfCollection ? `${title}: ${collection.title}` : title,
    parameters: [
      ...(name === 'feature' ? [featureId] : []),
      ...parametersOf(name, collection, times).map((parameter) =>
        isShared(parameter) ? reference('parameters', parameter.name) : parameterJson(parameter),
      ),
    ],
    responses: {
      200: {
        description: title,
        content: Object.fromEntries(
          formats.filter((each) => allowed.includes(each)).map((each) => [mediaTypes[each], { schema: schemas[each] }]),
        ),
      },
      ...Object.fromEntries(statuses.map((status) => [status, reference('responses', 'problem')])),
    },
  };
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', description: 'The name of the error.' },
  },
} as const;
