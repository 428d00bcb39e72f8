import { datasets, findDataset } from '../datasets/index.ts';
import type { DatasetDescription } from '../datasets/dataset-description.ts';
import type { Page, SortOrder } from '../query/query.ts';
import {
  apiRoot,
  completeArrayPath,
  interfaceDocumentPath,
  interfaceDocuments,
  recordPath,
  staticPagePath,
  staticPageSize,
  type InterfaceDocument,
} from '../storage/format/layout.ts';

/** What a path asks for. A static path takes no parameters. */
export type Route =
  | { readonly kind: 'dataset'; readonly dataset: DatasetDescription }
  | { readonly kind: 'staticList'; readonly dataset: DatasetDescription; readonly list: StaticList }
  | {
      readonly kind: 'record';
      readonly dataset: DatasetDescription;
      readonly identifierText: string;
      readonly isStatic: boolean;
    }
  | { readonly kind: 'document'; readonly name: InterfaceDocument }
  | { readonly kind: 'unknown' };

/** The complete dataset, or a page of it. */
export interface StaticList {
  readonly sortOrder: SortOrder;
  readonly page: Page | undefined;
}

/**
 * The route of a URL's path; undefined when the path is not the interface's to answer.
 * `basePath` is the path under which the site stands, with a slash at both ends; "/" for a site of its own.
 */
export function routeOf(pathname: string, basePath: string): Route | undefined {
  if (!isApiPath(pathname, basePath)) return undefined;
  const path = pathname.slice(basePath.length);
  if (!path.startsWith(`${apiRoot}/`)) return { kind: 'unknown' };
  const segments = path
    .slice(apiRoot.length + 1)
    .split('/')
    .map(decodeSegment);
  const isFile = /.\.json$/s.test(segments.at(-1) ?? '');
  return (isFile ? fileRouteOf(segments) : folderRouteOf(segments)) ?? { kind: 'unknown' };
}

/** Paths that may end in a slash. */
function folderRouteOf(segments: readonly string[]): Route | undefined {
  const [datasetName = '', identifierText, ...rest] =
    segments.length > 1 && segments.at(-1) === '' ? segments.slice(0, -1) : segments;
  const dataset = findDataset(datasetName);
  if (!dataset || rest.length > 0 || identifierText === '') return undefined;
  return identifierText === undefined
    ? { kind: 'dataset', dataset }
    : { kind: 'record', dataset, identifierText, isStatic: false };
}

/** Documents and static paths: they are spelled as files are, without a slash after their names. */
function fileRouteOf(segments: readonly string[]): Route | undefined {
  const fileName = segments.at(-1) ?? '';
  const document = segments.length === 1 ? findDocument(fileName) : undefined;
  if (document !== undefined) return { kind: 'document', name: document };
  const name = fileName.slice(0, -'.json'.length);
  const [datasetName = '', ...folders] = segments.length === 1 ? [name] : segments.slice(0, -1);
  const dataset = findDataset(datasetName);
  if (!dataset) return undefined;
  if (segments.length === 1) return { kind: 'staticList', dataset, list: { sortOrder: 'desc', page: undefined } };
  if (folders.length === 0) return { kind: 'record', dataset, identifierText: name, isStatic: true };
  const [first, sortOrder, ...rest] = folders;
  const number = parsePageNumber(name);
  if (first !== 'pages' || rest.length > 0 || number === undefined) return undefined;
  if (sortOrder !== 'asc' && sortOrder !== 'desc') return undefined;
  return { kind: 'staticList', dataset, list: { sortOrder, page: { number, size: staticPageSize } } };
}

/** Whether a path is the interface's to answer: everything under `webapi/`. Cheap, for hosts that decide at once. */
export function isApiPath(pathname: string, basePath: string): boolean {
  return pathname.startsWith(`${basePath}webapi/`) || pathname === `${basePath}webapi`;
}

/** The paths that exist, for the message of an unknown one; a site of an older build is without documents. */
export function knownPaths(basePath: string, documents: readonly InterfaceDocument[] = interfaceDocuments): string[] {
  return [
    ...datasets.flatMap(({ name }) => [
      `${basePath}${apiRoot}/${name}`,
      `${basePath}${apiRoot}/${name}/{id}`,
      basePath + completeArrayPath(name),
      basePath + recordPath(name, '{id}'),
      basePath + staticPagePath(name, '{asc|desc}', '{n}'),
    ]),
    ...documents.map((name) => basePath + interfaceDocumentPath(name)),
  ];
}

function findDocument(name: string): InterfaceDocument | undefined {
  return interfaceDocuments.find((document) => document === name);
}

/** The identifier that a path's segment writes in digits; undefined for any other text, or one too large. */
export function parseIdentifier(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const identifier = Number(text);
  return Number.isSafeInteger(identifier) ? identifier : undefined;
}

/** The number of a static page, from the name of its file; undefined for any other text. */
function parsePageNumber(text: string): number | undefined {
  const number = /^[1-9]\d*$/.test(text) ? Number(text) : Infinity;
  return Number.isFinite(number) ? number : undefined;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
