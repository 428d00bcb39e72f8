import {
  responseCacheControl,
  commonHeaders,
  preflightHeaders,
  problemCacheControl,
} from '../../../core/api/responses.ts';
import { problemBody, problems, retryAfterInSeconds, type Problem } from '../../../core/api/problems.ts';
import { knownPaths } from '../../../core/api/routes.ts';
import type { DatasetDescription } from '../../../core/datasets/dataset-description.ts';
import { parameters, type ParameterDescription } from '../../../core/query/parameters.ts';
import type { ParameterFault } from '../../../core/query/query.ts';
import { reference, type Json, type JsonObject } from './schemas.ts';

/** The only media type of the API; its character set is UTF-8. */
export const mediaType = 'application/json';

const header = (description: string, schema: JsonObject, isRequired = true): JsonObject => ({
  description,
  required: isRequired,
  schema,
});
const always = (description: string, value: string): JsonObject =>
  header(description, { type: 'string', const: value });

/** By name. Headers whose description depends on the response have it in their name. */
export function headersOf(dataVersion: string): Record<string, JsonObject> {
  const version = 'The one version of the data from which the answer was made.';
  const versionSchema = { type: 'string', pattern: '^[0-9a-f]{16}$', examples: [dataVersion] };
  return {
    DataVersion: header(version, versionSchema),
    DataVersionIfKnown: header(`${version} Absent while the data is out of reach.`, versionSchema, false),
    EntityTag: header('The entity tag of this answer. Send it back in If-None-Match.', {
      type: 'string',
      pattern: '^W/"[0-9a-f]{16}-\\d+-[0-9a-f]{16}"$',
    }),
    ContentLength: header(
      'Bytes of the body. Absent from searches and pages of more than 5,000 records, and from streamed answers that a ' +
        'host compresses.',
      { type: 'string', pattern: '^\\d+$' },
      false,
    ),
    Link: header(
      'Relations of the answer: `next` and `prev` of a page that has such neighbours, then `describedby`, which leads to ' +
        'the data dictionary and how positions were derived.',
      { type: 'string', pattern: '^(<[^>]+>; rel="(next|prev)", ){0,2}<[^>]+>; rel="describedby"$' },
    ),
    KeptButAskedAnew: always('Keep the answer, but ask before using it again.', responseCacheControl),
    NotKept: always('Problems pass: do not keep them.', problemCacheControl),
    Allow: always('The methods allowed.', preflightHeaders.Allow),
    RetryAfter: always('Seconds after which to try again.', String(retryAfterInSeconds)),
    AllowOrigin: always('Pages of any origin may read the answer.', commonHeaders['Access-Control-Allow-Origin']),
    ExposeHeaders: always('What scripts of other origins may read.', commonHeaders['Access-Control-Expose-Headers']),
    ContentTypeOptions: always(
      'No browser takes an answer for anything but JSON.',
      commonHeaders['X-Content-Type-Options'],
    ),
    AllowMethods: always('For browsers.', preflightHeaders['Access-Control-Allow-Methods']),
    AllowHeaders: always('For browsers.', preflightHeaders['Access-Control-Allow-Headers']),
    MaxAge: always('Browsers may keep the preflight for so many seconds.', preflightHeaders['Access-Control-Max-Age']),
  };
}

const named = (names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(names).map(([name, component]) => [name, reference('headers', component)]));

const onEvery = named({
  'Access-Control-Allow-Origin': 'AllowOrigin',
  'Access-Control-Expose-Headers': 'ExposeHeaders',
  'X-Content-Type-Options': 'ContentTypeOptions',
});
const onResults = {
  ...named({ 'X-Data-Version': 'DataVersion', ETag: 'EntityTag', 'Cache-Control': 'KeptButAskedAnew' }),
  ...onEvery,
};
const onProblems = {
  ...named({ 'Content-Length': 'ContentLength', 'X-Data-Version': 'DataVersionIfKnown', 'Cache-Control': 'NotKept' }),
  ...onEvery,
};

/** The response with a result; `examples` by name. */
export function resultResponse(
  description: string,
  schema: JsonObject,
  examples: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  const known = Object.entries(examples).flatMap(([name, value]) => (value === undefined ? [] : [[name, { value }]]));
  return {
    description,
    headers: { ...named({ Link: 'Link', 'Content-Length': 'ContentLength' }), ...onResults },
    content: {
      [mediaType]: { schema, ...(known.length > 0 && { examples: Object.fromEntries(known) as JsonObject }) },
    },
  };
}

/** The response to GET, without its body. */
export function withoutContent(response: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(response).filter(([key]) => key !== 'content'));
}

/** Every problem of the catalogue is in one of these; a test holds to it. Those to HEAD have no bodies. */
export function responsesOf(datasets: readonly DatasetDescription[]): Record<string, JsonObject> {
  const responses = responsesWithBodies(datasets);
  const toHead = Object.entries(responses).filter(([, { content }]) => content !== undefined);
  return {
    ...responses,
    ...Object.fromEntries(toHead.map(([name, response]) => [name + withoutBody, withoutContent(response)])),
  };
}

const withoutBody = 'WithoutBody';

/** The same responses for HEAD: each problem keeps its status and headers. */
export function withoutBodies(responses: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const name = /\/(\w+)$/.exec(String((response as JsonObject)['$ref'] ?? ''))?.[1];
      const hasBody = name !== undefined && name !== 'NotModified';
      return [status, hasBody ? reference('responses', name + withoutBody) : response];
    }),
  );
}

function responsesWithBodies([dataset]: readonly DatasetDescription[]): Record<string, JsonObject> {
  const tableName = dataset?.tableName ?? '';
  return {
    NotModified: { description: 'The answer whose tag was sent is still the one.', headers: onResults },
    Preflight: {
      description: 'What a browser asks before a request of another origin.',
      headers: {
        ...named({
          Allow: 'Allow',
          'Access-Control-Allow-Methods': 'AllowMethods',
          'Access-Control-Allow-Headers': 'AllowHeaders',
          'Access-Control-Max-Age': 'MaxAge',
        }),
        ...onEvery,
      },
    },
    BadRequest: problemResponse(
      'A page number above the last page, parameters that are malformed, out of range or missing where another needs ' +
        'them, or a request that is not well-formed HTTP. All faults of the parameters are named in one message.',
      [
        problems.pageBeyondLast(28, 29),
        problems.badParameters(faultsOfAll()),
        problems.malformedRequest('its address cannot be read'),
      ],
    ),
    NotFound: problemResponse('`Nearest` finds no record.', [problems.nothingNear(250, 45, 45.5)]),
    NoSuchRecord: problemResponse('No record has this identifier.', [problems.noSuchRecord(tableName, '0')]),
    RequestTooLarge: problemResponse('Address and headers are longer than the host takes.', [
      problems.requestTooLarge(),
    ]),
    DataUnavailable: withHeaders(
      problemResponse(
        'Stored data is missing or corrupt, or the host has as many requests as it accepts. The same request can succeed ' +
          'later.',
        [problems.dataUnavailable('data/manifest.json: cannot be read'), problems.serverBusy(1000)],
      ),
      named({ 'Retry-After': 'RetryAfter' }),
    ),
  };
}

/** Responses that belong to no operation: for unknown paths and other methods. */
export function beyondOperations(): Record<string, JsonObject> {
  const unknown = problems.unknownPath('/webapi/v1/Sharks', knownPaths('/'));
  const refused = problems.methodNotAllowed('DELETE');
  return {
    'x-any-other-path': problemResponse(`Status ${unknown.status}: any other path under \`/webapi/\`.`, [unknown]),
    'x-any-other-method': withHeaders(
      problemResponse(`Status ${refused.status}: any other method.`, [refused]),
      named({ Allow: 'Allow' }),
    ),
  };
}

/** An example in which every parameter is "x", so that the message says what each of them allows. */
function faultsOfAll(): ParameterFault[] {
  return parameters.map(({ name, allowed }: ParameterDescription & { name: ParameterFault['parameter'] }) => ({
    parameter: name,
    value: 'x',
    allowed,
  }));
}

function problemResponse(description: string, examples: readonly Problem[]): JsonObject {
  return {
    description,
    headers: onProblems,
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
