import { type Problem, problemBody, problems, retryAfterInSeconds } from '../../../core/api/problems.ts';
import {
  commonHeaders,
  preflightHeaders,
  problemCacheControl,
  responseCacheControl,
} from '../../../core/api/responses.ts';
import { knownPaths } from '../../../core/api/routes.ts';
import type { DatasetDescription } from '../../../core/datasets/dataset-description.ts';
import { type ParameterDescription, parameters } from '../../../core/query/parameters.ts';
import type { ParameterError } from '../../../core/query/parameters.ts';
import { type DataDictionary, describeCopies, type DictionaryField, formatCountedValue } from '../data-dictionary.ts';

/** The media type of every response of the API except the spatial index. Its character set is UTF-8. */
export const mediaType = 'application/json';

const header = (description: string, schema: JsonObject, isRequired = true): JsonObject => ({
  description,
  required: isRequired,
  schema,
});
const constantHeader = (description: string, value: string): JsonObject =>
  header(description, { type: 'string', const: value });

/** The headers, by component name. A header whose description depends on the response has several components. */
export function headerComponents(dataVersion: string): Record<string, JsonObject> {
  const version = 'The version of the data from which the response was made.';
  const versionSchema = { type: 'string', pattern: '^[0-9a-f]{16}$', examples: [dataVersion] };
  return {
    DataVersion: header(version, versionSchema),
    DataVersionIfKnown: header(
      `${version} Absent from a 503, and from other errors if the data was not read.`,
      versionSchema,
      false,
    ),
    EntityTag: header('The entity tag of this response. Send it back in If-None-Match.', {
      type: 'string',
      pattern: '^W/"[0-9a-f]{16}-\\d+-[0-9a-f]{16}"$',
    }),
    ContentLength: header(
      'The length of the body in bytes. Absent from searches and pages of more than 5,000 records, and from streamed ' +
        'responses that a host compresses.',
      { type: 'string', pattern: '^\\d+$' },
      false,
    ),
    Link: header(
      'Related URLs: `next` and `prev` for a page that has such neighbours, then `describedby` for the data ' +
        'dictionary, which also explains how positions were derived.',
      { type: 'string', pattern: '^(<[^>]+>; rel="(next|prev)", ){0,2}<[^>]+>; rel="describedby"$' },
    ),
    CacheAndRevalidate: constantHeader('Cache the response, but revalidate it before each use.', responseCacheControl),
    DoNotCache: constantHeader('Problems may be temporary: do not cache them.', problemCacheControl),
    Allow: constantHeader('The methods allowed.', preflightHeaders.Allow),
    RetryAfter: constantHeader('Seconds to wait before trying again.', String(retryAfterInSeconds)),
    AllowOrigin: constantHeader(
      'Pages of any origin may read the response.',
      commonHeaders['Access-Control-Allow-Origin'],
    ),
    ExposeHeaders: constantHeader(
      'Headers that scripts of other origins may read.',
      commonHeaders['Access-Control-Expose-Headers'],
    ),
    ContentTypeOptions: constantHeader(
      'Browsers must not guess another content type.',
      commonHeaders['X-Content-Type-Options'],
    ),
    AllowMethods: constantHeader(
      'Methods that cross-origin requests may use.',
      preflightHeaders['Access-Control-Allow-Methods'],
    ),
    AllowHeaders: constantHeader(
      'Headers that cross-origin requests may contain.',
      preflightHeaders['Access-Control-Allow-Headers'],
    ),
    MaxAge: constantHeader(
      'Seconds for which browsers may cache this response.',
      preflightHeaders['Access-Control-Max-Age'],
    ),
  };
}

const headerReferences = (names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(names).map(([name, component]) => [name, reference('headers', component)]));

const everyResponseHeaders = headerReferences({
  'Access-Control-Allow-Origin': 'AllowOrigin',
  'Access-Control-Expose-Headers': 'ExposeHeaders',
  'X-Content-Type-Options': 'ContentTypeOptions',
});
const resultHeaders = {
  ...headerReferences({ 'X-Data-Version': 'DataVersion', ETag: 'EntityTag', 'Cache-Control': 'CacheAndRevalidate' }),
  ...everyResponseHeaders,
};
const problemHeaders = {
  ...headerReferences({
    'Content-Length': 'ContentLength',
    'X-Data-Version': 'DataVersionIfKnown',
    'Cache-Control': 'DoNotCache',
  }),
  ...everyResponseHeaders,
};

/** A response with a result. `examples` has the example bodies by name. */
export function resultResponse(
  description: string,
  schema: JsonObject,
  examples: Readonly<Record<string, Json | undefined>>,
  contentType: string = mediaType,
): JsonObject {
  const present = Object.entries(examples).flatMap(([name, value]) => (value === undefined ? [] : [[name, { value }]]));
  return {
    description,
    headers: { ...headerReferences({ Link: 'Link', 'Content-Length': 'ContentLength' }), ...resultHeaders },
    content: {
      [contentType]: { schema, ...(present.length > 0 && { examples: Object.fromEntries(present) as JsonObject }) },
    },
  };
}

/** The response to HEAD: that to GET, without the body. */
export function headResponse(response: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(response).filter(([key]) => key !== 'content'));
}

/**
 * The responses that operations share, by name. Those with a body have a variant without it, for HEAD. A test checks
 * that every problem of the catalogue is in one of them.
 */
export function responseComponents(datasets: readonly DatasetDescription[]): Record<string, JsonObject> {
  const responses = sharedResponses(datasets);
  const withBody = Object.entries(responses).filter(([, { content }]) => content !== undefined);
  return {
    ...responses,
    ...Object.fromEntries(withBody.map(([name, response]) => [name + headSuffix, headResponse(response)])),
  };
}

/** Ends the names of variants for HEAD. */
const headSuffix = 'WithoutBody';

/** Replaces each reference to a shared response with a body by a reference to its variant for HEAD. */
export function headResponses(responses: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const name = /\/(\w+)$/.exec(String((response as JsonObject)['$ref']))?.[1];
      const hasBody = name !== undefined && name !== 'NotModified';
      return [status, hasBody ? reference('responses', name + headSuffix) : response];
    }),
  );
}

function sharedResponses(datasets: readonly DatasetDescription[]): Record<string, JsonObject> {
  return {
    NotModified: {
      description: 'Not modified: the response with this entity tag is still current.',
      headers: resultHeaders,
    },
    Preflight: {
      description: 'The response to the request that a browser sends before a cross-origin request.',
      headers: {
        ...headerReferences({
          Allow: 'Allow',
          'Access-Control-Allow-Methods': 'AllowMethods',
          'Access-Control-Allow-Headers': 'AllowHeaders',
          'Access-Control-Max-Age': 'MaxAge',
        }),
        ...everyResponseHeaders,
      },
    },
    BadRequest: problemResponse(
      'A page number above the last page, parameters that are malformed, out of range or missing although another ' +
        'needs them, or a request that is not well-formed HTTP. One message names all errors of the parameters.',
      [
        problems.pageBeyondLast(28, 29),
        problems.badParameters(errorsOfAllParameters()),
        problems.malformedRequest('its address cannot be read'),
      ],
    ),
    NotFound: problemResponse('`Nearest` finds no record.', [problems.nothingNear(250, 45, 45.5)]),
    NoIndex: problemResponse('The dataset has no records, and therefore no index.', [
      problems.unknownPath('/webapi/v1/RawData.flatbush', knownPaths('/')),
    ]),
    NoSuchRecord: problemResponse(
      'No record has this identifier.',
      datasets.slice(0, 1).map(({ tableName }) => problems.noSuchRecord(tableName, '0')),
    ),
    RequestTooLarge: problemResponse('The URL and headers are longer than the host accepts.', [
      problems.requestTooLarge(),
    ]),
    DataUnavailable: withHeaders(
      problemResponse(
        'Stored data is missing or corrupt, or the host is handling as many requests as it accepts. The same request ' +
          'can succeed later.',
        [problems.dataUnavailable('data/manifest.json: cannot be read'), problems.serverBusy(1000)],
      ),
      headerReferences({ 'Retry-After': 'RetryAfter' }),
    ),
  };
}

/** Responses that do not belong to an operation: for unknown paths and other methods. */
export function responsesOutsideOperations(): Record<string, JsonObject> {
  const unknown = problems.unknownPath('/webapi/v1/Records', knownPaths('/'));
  const refused = problems.methodNotAllowed('DELETE');
  return {
    'x-any-other-path': problemResponse(`Status ${unknown.status}: any other path under \`/webapi/\`.`, [unknown]),
    'x-any-other-method': withHeaders(
      problemResponse(`Status ${refused.status}: any other method.`, [refused]),
      headerReferences({ Allow: 'Allow' }),
    ),
  };
}

/** Every parameter with the value "x", so that the example's message says what each parameter allows. */
function errorsOfAllParameters(): ParameterError[] {
  return parameters.map(({ name, allowed }: ParameterDescription & { name: ParameterError['parameter'] }) => ({
    parameter: name,
    value: 'x',
    allowed,
  }));
}

function problemResponse(description: string, examples: readonly Problem[]): JsonObject {
  return {
    description,
    headers: problemHeaders,
    content: {
      [mediaType]: {
        schema: reference('schemas', 'Problem'),
        examples: Object.fromEntries(
          examples.map((problem) => [problem.code, { value: JSON.parse(problemBody(problem)) as Json }]),
        ),
      },
    },
  };
}

function withHeaders(response: JsonObject, more: JsonObject): JsonObject {
  return { ...response, headers: { ...more, ...(response['headers'] as JsonObject) } };
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function reference(section: 'headers' | 'parameters' | 'responses' | 'schemas', name: string): JsonObject {
  return { $ref: `#/components/${section}/${name}` };
}

export function schemaNames({ name }: DatasetDescription): { readonly record: string; readonly page: string } {
  const record = name === 'RawData' ? 'RawDataRecord' : name.replace(/s$/, '');
  return { record, page: `${name}Page` };
}

export function schemaComponents(
  datasets: readonly DatasetDescription[],
  dictionaries: readonly DataDictionary[],
  examples: ReadonlyMap<string, Json>,
): Record<string, JsonObject> {
  const schemas: Record<string, JsonObject> = {};
  for (const dataset of datasets) {
    const { record, page } = schemaNames(dataset);
    const dictionary = dictionaries.find((each) => each.dataset === dataset.name);
    if (!dictionary) throw new Error(`no dictionary of ${dataset.name}`);
    schemas[record] = recordSchema(dictionary, examples.get(dataset.name));
    schemas[page] = pageSchema(reference('schemas', record));
  }
  return { ...schemas, PageMetaData: pageMetaData, Problem: problem };
}

function recordSchema(dictionary: DataDictionary, example: Json | undefined): JsonObject {
  const { meaning, fields, times } = dictionary;
  const sentences = [meaning, 'Every key is present, in this order.', describeCopies(dictionary), times];
  return {
    type: 'object',
    description: sentences.filter((sentence) => sentence !== undefined && sentence !== '').join(' '),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.map(({ name }) => name),
    additionalProperties: false,
    ...(example !== undefined && { examples: [example] }),
  };
}

/** Dates and times are not in the format `date-time`, which has an offset. */
const dateTimePattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$';

/** Longer lists would swamp the description of a field; the data dictionary contains them. */
const maxDistinctValues = 25;

/** Null is a type of the field only where the built data has nulls. */
function fieldSchema(field: DictionaryField): JsonObject {
  const { type, nullRecords, minimum, maximum } = field;
  const isNumber = type === 'integer' || type === 'number';
  const jsonType = isNumber ? type : 'string';
  return {
    type: nullRecords === 0 ? jsonType : [jsonType, 'null'],
    description: describe(field),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(type === 'dateTime' && { pattern: dateTimePattern }),
  };
}

function describe(field: DictionaryField): string {
  const { meaning, unit, knownValues, nullRule, nullRecords, values, isCodeList, quirks } = field;
  const known = knownValues?.map((value) => JSON.stringify(value)).join(', ');
  const isListed = field.type === 'text' && values !== undefined && values.length <= maxDistinctValues;
  const counted = values?.map(formatCountedValue).join(', ');
  return [
    meaning,
    ...(unit === undefined ? [] : [`In ${unit}.`]),
    ...(known === undefined ? [] : [`Known values: ${known}.`]),
    nullRecords === 0 ? nullRule : `${nullRule} Null in ${formatRecordCount(nullRecords)}.`,
    ...(isListed && counted !== undefined
      ? [`${isCodeList ? 'Codes' : 'Values'}, each with its number of records: ${counted}.`]
      : []),
    ...quirks.map((quirk) => `${quirk.meaning.replace(/[.]$/, '')}: ${formatRecordCount(quirk.records)}.`),
  ].join(' ');
}

function formatRecordCount(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}

function pageSchema(record: JsonObject): JsonObject {
  return {
    type: 'object',
    description: 'One page of a list or of a search.',
    properties: {
      MetaData: reference('schemas', 'PageMetaData'),
      PagedItems: { type: 'array', description: 'The records of the page.', items: record },
    },
    required: ['MetaData', 'PagedItems'],
    additionalProperties: false,
  };
}

const integer = (description: string, minimum: number): JsonObject => ({ type: 'integer', minimum, description });
const link = (description: string): JsonObject => ({ type: ['string', 'null'], format: 'uri', description });

const pageMetaData: JsonObject = {
  type: 'object',
  properties: {
    TotalItems: integer('Number of records in the complete result.', 0),
    CurrentPage: integer('Number of this page.', 1),
    TotalPages: integer('Number of pages of this size; 0 for an empty result.', 0),
    NextPageLink: link('Absolute URL of the next page; null on the last page.'),
    PrevPageLink: link('Absolute URL of the previous page; null on the first page.'),
  },
  required: ['TotalItems', 'CurrentPage', 'TotalPages', 'NextPageLink', 'PrevPageLink'],
  additionalProperties: false,
};

const problem: JsonObject = {
  type: 'object',
  description: 'Every error has this body. Show the messages; do not parse them, as their wording may change.',
  properties: {
    DeveloperMessage: {
      type: 'string',
      description: 'What went wrong, for the developer of the client.',
    },
    ClientMessage: { type: 'string', description: 'The message to show to a person.' },
    StackTrace: { type: 'null' },
    ErrorNumber: { const: '0' },
    ErrorLink: { type: 'null' },
  },
  required: ['DeveloperMessage', 'ClientMessage', 'StackTrace', 'ErrorNumber', 'ErrorLink'],
  additionalProperties: false,
};
