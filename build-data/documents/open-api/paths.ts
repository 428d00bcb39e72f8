import { binaryContentType } from '../../../core/api/responses.ts';
import { pageLinks, pageFrame } from '../../../core/api/run-query.ts';
import type { DatasetDescription } from '../../../core/datasets/dataset-description.ts';
import { pageBounds, pageQueryString, parameters } from '../../../core/query/parameters.ts';
import {
  apiRoot,
  completeArrayPath,
  type ApiDocument,
  pointFilePath,
  recordPath,
  staticPagePath,
  staticPageSize,
} from '../../../core/storage/format/layout.ts';
import type { RecordTable } from '../../write/record-table.ts';
import {
  type Json,
  type JsonObject,
  reference,
  resultResponse,
  schemaNames,
  headResponses,
  headResponse,
} from './components.ts';

/** Page links are absolute, so the example needs a base URL. */
const exampleSite = 'https://data.example.org/';

const commonProblems = {
  '431': reference('responses', 'RequestTooLarge'),
  '503': reference('responses', 'DataUnavailable'),
};

interface Operation extends JsonObject {
  readonly responses: JsonObject;
}

/** The responses of an operation: its result, those that every operation with a result has, and `others`. */
function responsesWith(result: JsonObject, others: JsonObject = {}): JsonObject {
  const notModified = reference('responses', 'NotModified');
  const badRequest = reference('responses', 'BadRequest');
  return { '200': result, '304': notModified, '400': badRequest, ...others, ...commonProblems };
}

/** A preflight response needs no data, so its status is never 503. */
const preflightProblems = { '431': commonProblems['431'] };

/** The default description of an operation. */
const conditionalRequest =
  'Send the `ETag` of an earlier response in `If-None-Match`: if nothing has changed, the response is a 304.';

/** The path item of an operation: GET, HEAD (GET without a body) and OPTIONS (the preflight). */
function pathItem(name: string, tag: string, operation: Operation, pathParameters: readonly Json[] = []): JsonObject {
  const { responses } = operation;
  const result = responses['200'] as JsonObject;
  const conditional = {
    ...operation,
    parameters: [...((operation['parameters'] ?? []) as readonly Json[]), reference('parameters', 'IfNoneMatch')],
  };
  return {
    ...(pathParameters.length > 0 && { parameters: pathParameters }),
    get: { description: conditionalRequest, ...conditional, operationId: `get${name}`, tags: [tag] },
    head: {
      ...conditional,
      operationId: `head${name}`,
      tags: [tag],
      summary: `As GET, without the body: ${String(operation['summary'])}`,
      description: 'Status and headers are those of GET. There is no body.',
      responses: { ...headResponses(responses), '200': headResponse(result) },
    },
    options: {
      operationId: `options${name}`,
      tags: [tag],
      summary: 'The preflight request of a browser.',
      description: 'Browsers send it before a cross-origin request that has headers such as If-None-Match.',
      responses: { '204': reference('responses', 'Preflight'), ...preflightProblems },
    },
  };
}

/** The paths of a dataset: its list, one record, and the static files. */
export function datasetPaths(table: RecordTable): [string, JsonObject][] {
  const { dataset } = table;
  const { record } = schemaNames(dataset);
  const example = table.size > 0 ? table.record(0) : undefined;
  const identifier = {
    name: 'id',
    in: 'path',
    required: true,
    description: `The ${dataset.identifierField} of the record, in digits.`,
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    ...(example && { example: Number(example[dataset.identifierField]) }),
  };
  const listed = pathItem(dataset.name, dataset.name, {
    summary: `The complete dataset, a page of it, or a location search: ${dataset.title.toLowerCase()}`,
    description: listDescription(dataset),
    parameters: parameters.map(({ name }) => reference('parameters', name)),
    responses: responsesWith(listResponse(table), { '404': reference('responses', 'NotFound') }),
  });
  const one: Operation = {
    summary: `One record: ${dataset.title.toLowerCase()}`,
    responses: responsesWith(resultResponse('The record.', reference('schemas', record), { record: example }), {
      '404': reference('responses', 'NoSuchRecord'),
    }),
  };
  return [
    [`/${dataset.name}`, listed],
    [`/${dataset.name}/{id}`, pathItem(record, dataset.name, one, [identifier])],
    ...staticPaths(dataset, one, identifier),
  ];
}

/** The paths that are files in a static tree. `one` is the operation for one record; `identifier`, its parameter. */
function staticPaths(dataset: DatasetDescription, one: Operation, identifier: JsonObject): [string, JsonObject][] {
  const { record, page } = schemaNames(dataset);
  const title = dataset.title.toLowerCase();
  const schema = { type: 'array', items: reference('schemas', record) };
  const array: Operation = {
    summary: `The complete dataset as a file: ${title}`,
    responses: responsesWith(resultResponse('Every record, in descending order.', schema, {})),
  };
  const pageOfRecords: Operation = {
    summary: `A page of ${staticPageSize} records as a file: ${title}`,
    responses: responsesWith(
      resultResponse(
        'The page. Its links lead to other pages of this path; on a host that only serves files, they are relative.',
        reference('schemas', page),
        {},
      ),
    ),
  };
  const index: Operation = {
    summary: `The spatial index, for the Flatbush library: ${title}`,
    responses: responsesWith(
      resultResponse(
        'The bytes that `Flatbush.from` opens. Coordinates are doubles; item i is the i-th distinct point, its ' +
          'longitude and latitude in degrees.',
        { type: 'string', contentMediaType: binaryContentType },
        {},
        binaryContentType,
      ),
      { '404': reference('responses', 'NoIndex') },
    ),
  };
  const integers = { type: 'array', items: { type: 'integer', minimum: 0 } };
  const recordsOfPoints: Operation = {
    summary: `The records at each point of the spatial index: ${title}`,
    responses: responsesWith(
      resultResponse(
        'The identifiers of the records at point i are `ids[offsets[i]]` up to, not including, `ids[offsets[i + 1]]`.',
        {
          type: 'object',
          required: ['dataVersion', 'offsets', 'ids'],
          properties: { dataVersion: { type: 'string' }, offsets: integers, ids: integers },
        },
        {},
      ),
    ),
  };
  const pageParameters = [
    {
      ...inPath('sortOrder', 'Direction of the sort key.'),
      schema: { type: 'string', enum: ['asc', 'desc'] },
      example: 'desc',
    },
    { ...inPath('page', 'Page number, from 1.'), schema: { type: 'integer', minimum: 1 }, example: 1 },
  ];
  const pathInApi = (path: string): string => path.slice(apiRoot.length);
  return [
    [pathInApi(completeArrayPath(dataset.name)), pathItem(`${dataset.name}File`, dataset.name, array)],
    [
      pathInApi(recordPath(dataset.name, '{id}')),
      pathItem(`${record}File`, dataset.name, { ...one, summary: `One record as a file: ${title}` }, [identifier]),
    ],
    [
      pathInApi(staticPagePath(dataset.name, '{sortOrder}', '{page}')),
      pathItem(`${page}File`, dataset.name, pageOfRecords, pageParameters),
    ],
    [pathInApi(pointFilePath(dataset.name, 'flatbush')), pathItem(`${dataset.name}Index`, dataset.name, index)],
    [
      pathInApi(pointFilePath(dataset.name, 'points.json')),
      pathItem(`${dataset.name}Points`, dataset.name, recordsOfPoints),
    ],
  ];
}

function inPath(name: string, description: string): JsonObject {
  return { name, in: 'path', required: true, description };
}

function listDescription({ sortKey }: DatasetDescription): string {
  return (
    `Without parameters, returns a plain array of every record; with \`pageNumber\`, a page object; with ` +
    `\`latitude\` and \`longitude\`, the result of a search, or one record for \`searchStyle=Nearest\`. Sort key: ` +
    `\`${sortKey.field}\`, compared ` +
    (sortKey.comparison === 'text' ? 'code unit by code unit.' : 'by English collation without regard to letter case.')
  );
}

function listResponse(table: RecordTable): JsonObject {
  const { record, page } = schemaNames(table.dataset);
  const one = reference('schemas', record);
  const schema = {
    oneOf: [
      { type: 'array', description: 'A complete result, without `pageNumber`.', items: one },
      { ...reference('schemas', page), description: 'A page, with `pageNumber`.' },
      { ...one, description: 'The nearest record, with `searchStyle=Nearest`.' },
    ],
  };
  const example = table.size > 0 ? table.record(0) : undefined;
  return resultResponse('The records, in the requested order.', schema, {
    array: example && [example],
    page: exampleFirstPage(table, exampleSite, 1),
    nearest: example,
  });
}

const documentDescriptions: Readonly<
  Record<ApiDocument, readonly [name: string, summary: string, schema: JsonObject]>
> = {
  'index.json': [
    'ServiceDocument',
    'The entry point of the service: its datasets with version and counts, and links to everything else.',
    reference('schemas', 'ServiceDocument'),
  ],
  'openapi.json': [
    'OpenApi',
    'This document.',
    {
      type: 'object',
      properties: { openapi: { const: '3.1.0' }, info: { type: 'object' }, paths: { type: 'object' } },
      required: ['openapi', 'info', 'paths'],
    },
  ],
};

export function documentPathItem(document: ApiDocument): JsonObject {
  const [name, summary, schema] = documentDescriptions[document];
  return pathItem(name, 'Documents', {
    summary,
    responses: responsesWith(resultResponse(summary, schema, {})),
  });
}

/**
 * The first page of a dataset as the API returns it, but with only the first record; undefined if there are no records.
 */
export function exampleFirstPage(table: RecordTable, siteUrl: string, pageSize: number): JsonObject | undefined {
  const page = { number: 1, size: pageSize };
  const bounds = pageBounds(table.size, page);
  if (table.size === 0 || !bounds) return undefined;
  const datasetUrl = `${siteUrl}${apiRoot}/${table.dataset.name}`;
  const query = { kind: 'list', sortOrder: 'desc', page } as const;
  const links = pageLinks(page.number, bounds, (other) => `${datasetUrl}?${pageQueryString(query, other, page.size)}`);
  const { before, after } = pageFrame(table.size, page.number, bounds.totalPages, links);
  return JSON.parse(before + table.text(0) + after) as JsonObject;
}
