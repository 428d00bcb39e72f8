import type { DatasetDescription } from '../../../core/datasets/dataset-description.ts';
import { parameters, type ParameterDescription } from '../../../core/query/parameters.ts';
import { interfaceDocuments, type InterfaceDocument } from '../../../core/storage/layout.ts';
import type { RecordTable } from '../../write/record-table.ts';
import { firstPageOf } from '../first-page.ts';
import { recordAt } from '../record-at.ts';
import { serviceDocumentSchema } from '../service-document-schema.ts';
import { sampleNotice, termsOfUse } from '../terms-of-use.ts';
import { reference, type Json, type JsonObject } from './json.ts';
import { beyondOperations, headersOf, responsesOf, resultResponse, withoutContent } from './responses.ts';
import { schemaNamesOf, schemasOf } from './schemas.ts';

export interface OpenApiOptions {
  readonly dataVersion: string;
  readonly sample: boolean;
}

/** Links of a page are absolute, and the document does not know where it will stand. */
const exampleSite = 'https://data.example.org/';

/**
 * The interface in the words of OpenAPI 3.1, with examples out of the built data. Where the server is, is told from where
 * the document is: so it is right under any path.
 */
export function openApiOf(tables: readonly RecordTable[], { dataVersion, sample }: OpenApiOptions): JsonObject {
  const datasets = tables.map(({ dataset }) => dataset);
  const examples = new Map(
    tables.filter(({ size }) => size > 0).map((table) => [table.dataset.name, recordAt(table, 0)]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coastwatch',
      version: '1',
      summary: 'Coastal features and shark sightings of Western Australia, read-only.',
      description: [...(sample ? [sampleNotice] : []), ...introduction, ...termsOfUse].join('\n\n'),
    },
    servers: [{ url: '../v1', description: 'Where this document was found.' }],
    security: [],
    tags: [
      ...datasets.map(({ name, title, meaning }) => ({ name, description: `${title}. ${meaning}` })),
      { name: 'Documents', description: 'What the interface and its data are, for programs.' },
    ],
    paths: {
      ...Object.fromEntries(tables.flatMap((table) => pathsOf(table))),
      ...Object.fromEntries(interfaceDocuments.map((name) => [`/${name}`, documentPath(name)])),
    },
    ...beyondOperations(),
    components: {
      parameters: {
        ...Object.fromEntries(parameters.map((parameter) => [parameter.name, queryParameter(parameter)])),
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description: 'Entity tags of answers from this very address: if one is still right, the answer is a 304.',
          schema: { type: 'string' },
        },
      },
      headers: headersOf(dataVersion),
      responses: responsesOf(datasets),
      schemas: { ...schemasOf(datasets, examples), ServiceDocument: serviceDocumentSchema },
    },
  };
}

const introduction: readonly string[] = [
  'Two read-only datasets over HTTP, without keys or quotas. The same request gets the same answer, to the byte, from every ' +
    'host that runs the interface.',
  'Names of datasets and parameters, and the choices of `sortOrder` and `searchStyle`, match without regard to case. A ' +
    'slash may follow the dataset and the identifier. The first of a repeated parameter counts, unknown ones are ignored, ' +
    'and one with an empty value, or `pageNumber=null`, counts as absent. Numbers are plain decimals; a sign and an ' +
    'exponent are allowed.',
  'Records with equal sort keys stand in ascending order of their identifiers in both directions.',
  'Within version 1 paths, parameters, keys, their order and types, the order of lists and the status of each problem ' +
    'stay. Wording of messages may change, headers may be added, and new values may appear in text fields.',
];

function queryParameter({
  name,
  type,
  default: byDefault,
  meaning,
  allowed,
  ...bounds
}: ParameterDescription): JsonObject {
  const { minimum, maximum, above, choices } = bounds;
  const isNumber = type !== 'choice';
  return {
    name,
    in: 'query',
    description: `${meaning} Allowed is ${allowed}.`,
    schema: {
      type: isNumber ? type : 'string',
      ...(choices && { enum: choices }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(above !== undefined && { exclusiveMinimum: above }),
      ...(byDefault !== undefined && { default: isNumber ? Number(byDefault) : byDefault }),
    },
  };
}

const problemsOfEach = {
  '431': reference('responses', 'RequestTooLarge'),
  '503': reference('responses', 'DataUnavailable'),
};

interface Operation extends JsonObject {
  readonly responses: JsonObject;
}

/** A path that is read: GET, HEAD as GET without a body, and the preflight. */
function readPath(name: string, tag: string, operation: Operation, inPath: readonly Json[] = []): JsonObject {
  const { responses } = operation;
  const result = responses['200'] as JsonObject;
  const conditional = {
    ...operation,
    parameters: [...((operation['parameters'] ?? []) as readonly Json[]), reference('parameters', 'IfNoneMatch')],
  };
  return {
    ...(inPath.length > 0 && { parameters: inPath }),
    get: { ...conditional, operationId: `get${name}`, tags: [tag] },
    head: {
      ...conditional,
      operationId: `head${name}`,
      tags: [tag],
      summary: `As GET, without the body: ${String(operation['summary'])}`,
      responses: { ...responses, '200': withoutContent(result) },
    },
    options: {
      operationId: `options${name}`,
      tags: [tag],
      summary: 'The preflight of a browser.',
      responses: { '204': reference('responses', 'Preflight'), ...problemsOfEach },
    },
  };
}

function pathsOf(table: RecordTable): [string, JsonObject][] {
  const { dataset } = table;
  const { record } = schemaNamesOf(dataset);
  const example = table.size > 0 ? recordAt(table, 0) : undefined;
  const identifier = {
    name: 'id',
    in: 'path',
    required: true,
    description: `The ${dataset.identifierField} of the record, in digits.`,
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    ...(example && { example: Number(example[dataset.identifierField]) }),
  };
  const listed = readPath(dataset.name, dataset.name, {
    summary: `The complete dataset, a page of it, or a location search: ${dataset.title.toLowerCase()}`,
    description: listDescription(dataset),
    parameters: parameters.map(({ name }) => reference('parameters', name)),
    responses: {
      '200': listResponse(table),
      '304': reference('responses', 'NotModified'),
      '400': reference('responses', 'BadRequest'),
      '404': reference('responses', 'NotFound'),
      ...problemsOfEach,
    },
  });
  const one: Operation = {
    summary: `One record: ${dataset.title.toLowerCase()}`,
    responses: {
      '200': resultResponse('The record.', reference('schemas', record), { record: example }),
      '304': reference('responses', 'NotModified'),
      '400': reference('responses', 'BadRequest'),
      '404': reference('responses', 'NoSuchRecord'),
      ...problemsOfEach,
    },
  };
  return [
    [`/${dataset.name}`, listed],
    [`/${dataset.name}/{id}`, readPath(record, dataset.name, one, [identifier])],
  ];
}

function listDescription({ sortKey }: DatasetDescription): string {
  return (
    `Without parameters a plain array of every record. With \`pageNumber\` a page object. With \`latitude\` and \`longitude\` ` +
    `a search; \`searchStyle=Nearest\` answers one record. Sort key: \`${sortKey.field}\`, compared ` +
    (sortKey.comparison === 'text' ? 'code unit by code unit.' : 'by English collation without regard to letter case.')
  );
}

function listResponse(table: RecordTable): JsonObject {
  const { record, page } = schemaNamesOf(table.dataset);
  const one = reference('schemas', record);
  const schema = {
    oneOf: [
      { type: 'array', description: 'A complete result, without `pageNumber`.', items: one },
      { ...reference('schemas', page), description: 'A page, with `pageNumber`.' },
      { ...one, description: 'The nearest record, with `searchStyle=Nearest`.' },
    ],
  };
  const example = table.size > 0 ? recordAt(table, 0) : undefined;
  return resultResponse('The records, in the order asked for.', schema, {
    array: example && [example],
    page: firstPageOf(table, exampleSite, 1),
    nearest: example,
  });
}

const documentsInWords: Readonly<
  Record<InterfaceDocument, readonly [name: string, summary: string, schema: JsonObject]>
> = {
  'index.json': [
    'ServiceDocument',
    'What the service has: datasets, their version and counts, and where everything else is.',
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

function documentPath(document: InterfaceDocument): JsonObject {
  const [name, summary, schema] = documentsInWords[document];
  return readPath(name, 'Documents', {
    summary,
    responses: {
      '200': resultResponse(summary, schema, {}),
      '304': reference('responses', 'NotModified'),
      '400': reference('responses', 'BadRequest'),
      ...problemsOfEach,
    },
  });
}
