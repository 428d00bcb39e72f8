import type { FileReference } from '../../core/storage/format/file-reference.ts';
import {
  changeLogPath,
  dictionaryPageDirectory,
  dictionaryPath,
  documentPagePaths,
  type ApiDocument,
  apiDocumentPath,
  apiDocuments,
} from '../../core/storage/format/layout.ts';
import type { RecordTable } from '../write/record-table.ts';
import { type TreeSink, writeHashed } from '../write/tree-sink.ts';
import { type ChangeLog, buildChangeLog, type LoggedBuild } from './change-log.ts';
import { buildDataDictionary, type DataDictionary, dictionaryCsv, dictionaryJson } from './data-dictionary.ts';
import {
  buildServiceDocument,
  describeService,
  serviceDocumentSchemaOf,
  type ServiceOptions,
} from './service-document.ts';
import { type ParameterDescription, parameters } from '../../core/query/parameters.ts';
import { describeMeaning, type Publication, sampleNotice } from '../publication.ts';
import {
  responsesOutsideOperations,
  headerComponents,
  type Json,
  type JsonObject,
  responseComponents,
  schemaComponents,
} from './open-api/components.ts';
import { datasetPaths, documentPathItem } from './open-api/paths.ts';

interface DocumentOptions extends ServiceOptions, OpenApiOptions, LoggedBuild {
  readonly target: 'static' | 'compute';
}

interface WrittenDocuments {
  /** For the manifest: the files that the API returns at the URLs of its documents. */
  readonly documents: Readonly<Record<ApiDocument, FileReference>>;
  readonly changeLog: ChangeLog;
  readonly openApi: JsonObject;
}

export async function writeDocuments(
  tables: readonly RecordTable[],
  sink: TreeSink,
  options: DocumentOptions,
  dictionaries = tables.map((table) => buildDataDictionary(table, options)),
): Promise<WrittenDocuments> {
  const openApi = openApiOf(tables, options, dictionaries);
  const contents: Readonly<Record<ApiDocument, unknown>> = {
    'index.json': buildServiceDocument(tables, options),
    'openapi.json': openApi,
  };
  const write = async (name: ApiDocument): Promise<FileReference> => {
    const bytes = encode(JSON.stringify(contents[name]));
    if (options.target === 'static') await sink.write(apiDocumentPath(name), bytes);
    return writeHashed(bytes, 'json', sink);
  };
  const documents = { 'index.json': await write('index.json'), 'openapi.json': await write('openapi.json') };
  for (const dictionary of dictionaries) {
    await sink.write(dictionaryPath(dictionary.dataset, 'csv'), encode(dictionaryCsv(dictionary)));
    await sink.write(dictionaryPath(dictionary.dataset, 'json'), encode(dictionaryJson(dictionary)));
  }
  const changeLog = await buildChangeLog(tables, options);
  await sink.write(changeLogPath, encode(`${JSON.stringify(changeLog, null, 1)}\n`));
  return { documents, changeLog, openApi };
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export interface OpenApiOptions extends Pick<
  ServiceOptions,
  'rules' | 'dataVersion' | 'sample' | 'hasPages' | 'publication'
> {
  /** The URL of the site's root, ending in a slash. */
  readonly siteUrl: string;
}

/**
 * The OpenAPI 3.1 document of the API, with examples from the built data. The server URL is relative to the document,
 * so it is correct under any base path.
 */
export function openApiOf(
  tables: readonly RecordTable[],
  { rules, dataVersion, sample, hasPages, siteUrl, publication }: OpenApiOptions,
  dictionaries: readonly DataDictionary[] = tables.map((table) =>
    buildDataDictionary(table, { rules, dataVersion, sample, publication }),
  ),
): JsonObject {
  const datasets = tables.map(({ dataset }) => dataset);
  const examples = new Map(tables.filter(({ size }) => size > 0).map((table) => [table.dataset.name, table.record(0)]));
  return {
    openapi: '3.1.0',
    info: {
      title: publication.site.title,
      version: '1',
      // Absolute, as the schema of OpenAPI 3.1 requires.
      ...(hasPages && { termsOfService: `${siteUrl}${dictionaryPageDirectory}#terms` }),
      summary: describeService(publication.site),
      description: [
        ...(sample ? [sampleNotice] : []),
        ...publication.site.terms,
        ...introduction,
        ...(publication.attribution === undefined ? [] : [`Attribution: ${escapeMarkdown(publication.attribution)}`]),
      ].join('\n\n'),
      ...publisherProperties(publication),
    },
    ...(hasPages && {
      externalDocs: {
        url: `${siteUrl}${apiPageDirectory}`,
        description: 'The API documentation for people, with examples.',
      },
    }),
    servers: [{ url: '../v1', description: 'The host of this document.' }],
    security: [],
    tags: [
      ...datasets.map((dataset) => ({
        name: dataset.name,
        description: `${dataset.title}. ${describeMeaning(dataset, publication.site)}`,
      })),
      { name: 'Documents', description: 'Descriptions of the API and its data, for programs.' },
    ],
    paths: {
      ...Object.fromEntries(tables.flatMap((table) => datasetPaths(table))),
      ...Object.fromEntries(apiDocuments.map((name) => [`/${name}`, documentPathItem(name)])),
    },
    ...responsesOutsideOperations(),
    components: {
      parameters: {
        ...Object.fromEntries(parameters.map((parameter) => [parameter.name, queryParameter(parameter)])),
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description:
            'Entity tags of earlier responses from the same URL. If one is still current, the response is a 304.',
          schema: { type: 'string' },
        },
      },
      headers: headerComponents(dataVersion),
      responses: responseComponents(datasets),
      schemas: {
        ...schemaComponents(datasets, dictionaries, examples),
        ServiceDocument: serviceDocumentSchemaOf(rules.times),
      },
    },
  };
}

/** Only what the publisher stated. No licence is assumed: this software's licence does not apply to the data. */
function publisherProperties({ licenceUrl, publisher }: Publication): JsonObject {
  return {
    ...(publisher && { contact: { name: publisher.name, ...(publisher.url !== undefined && { url: publisher.url }) } }),
    ...(licenceUrl !== undefined && { license: { name: 'Licence of the data', url: licenceUrl } }),
  };
}

/** Escapes the publisher's plain text for a description, which is CommonMark, so that it is shown as written. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#&!|~]/g, '\\$&');
}

const apiPageDirectory = documentPagePaths.api.replace(/index\.html$/, '');

const introduction: readonly string[] = [
  'Two read-only datasets over HTTP, without keys or quotas. Hosts with the same build of the data and without limits ' +
    'of their own return the same response to the same request, byte for byte.',
  'Dataset names, parameter names and the values of `sortOrder` and `searchStyle` are case-insensitive. A slash may ' +
    'follow the dataset and the identifier. If a parameter is repeated, only the first counts. Unknown parameters ' +
    'are ignored. A parameter with an empty value, or `pageNumber=null`, counts as absent. Numbers are plain ' +
    'decimals; a sign and an exponent are allowed.',
  'Records with equal sort keys are in ascending order of their identifiers in both directions.',
  'Within version 1, paths, parameters, keys, their order and types, the order of lists and the status of each ' +
    'problem do not change. The wording of messages may change, headers may be added, and new values may appear in ' +
    'text fields.',
];

function queryParameter({
  name,
  type,
  default: defaultValue,
  needsCentre,
  example,
  meaning,
  allowed,
  ...bounds
}: ParameterDescription): JsonObject {
  const { minimum, maximum, above, choices } = bounds;
  const isNumber = type !== 'choice';
  const parseValue = (text: string): Json => (isNumber ? Number(text) : text);
  // Clients may send every default of a schema, so a default that is refused without a centre is only described.
  const searchDefault =
    needsCentre === true && defaultValue !== undefined
      ? ` Default of a ${isNumber ? 'radius search' : 'search'}: ${defaultValue}.`
      : '';
  return {
    name,
    in: 'query',
    description: `${meaning} Allowed: ${allowed}.${searchDefault}`,
    schema: {
      type: isNumber ? type : 'string',
      ...(choices && { enum: choices }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(above !== undefined && { exclusiveMinimum: above }),
      ...(defaultValue !== undefined && needsCentre !== true && { default: parseValue(defaultValue) }),
    },
    ...(example !== undefined && { example: parseValue(example) }),
  };
}
