import { datasets, findDataset } from '../datasets/index.ts';
import type { DatasetDescription } from '../datasets/dataset-description.ts';
import { apiRoot, interfaceDocumentPath, interfaceDocuments, type InterfaceDocument } from '../storage/layout.ts';

/** What a path asks for. */
export type Route =
  | { readonly kind: 'dataset'; readonly dataset: DatasetDescription }
  | { readonly kind: 'record'; readonly dataset: DatasetDescription; readonly identifierText: string }
  | { readonly kind: 'document'; readonly name: InterfaceDocument }
  | { readonly kind: 'unknown' };

/**
 * The route of a URL's path; undefined when the path is not the interface's to answer.
 * `basePath` is the path under which the site stands, with a slash at both ends; "/" for a site of its own.
 */
export function routeOf(pathname: string, basePath: string): Route | undefined {
  if (!isApiPath(pathname, basePath)) return undefined;
  const path = pathname.slice(basePath.length);
  if (!path.startsWith(`${apiRoot}/`)) return { kind: 'unknown' };
  const segments = path.slice(apiRoot.length + 1).split('/');
  const document = segments.length === 1 ? findDocument(decodeSegment(segments[0] ?? '')) : undefined;
  if (document !== undefined) return { kind: 'document', name: document };
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  const [datasetName = '', identifierText, ...rest] = segments.map(decodeSegment);
  const dataset = findDataset(datasetName);
  if (!dataset || rest.length > 0 || identifierText === '') return { kind: 'unknown' };
  return identifierText === undefined ? { kind: 'dataset', dataset } : { kind: 'record', dataset, identifierText };
}

/** Whether a path is the interface's to answer: everything under `webapi/`. Cheap, for hosts that decide at once. */
export function isApiPath(pathname: string, basePath: string): boolean {
  return pathname.startsWith(`${basePath}webapi/`) || pathname === `${basePath}webapi`;
}

/** The paths that exist, for the message of an unknown one; a site of an older build is without documents. */
export function knownPaths(basePath: string, documents: readonly InterfaceDocument[] = interfaceDocuments): string[] {
  return [
    ...datasets.flatMap(({ name }) => [`${basePath}${apiRoot}/${name}`, `${basePath}${apiRoot}/${name}/{id}`]),
    ...documents.map((name) => basePath + interfaceDocumentPath(name)),
  ];
}

/** A document is a file, spelled in one way, without a slash after it. */
function findDocument(name: string): InterfaceDocument | undefined {
  return interfaceDocuments.find((document) => document === name);
}

/** The identifier that a path's segment writes in digits; undefined for any other text, or one too large. */
export function parseIdentifier(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const identifier = Number(text);
  return Number.isSafeInteger(identifier) ? identifier : undefined;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
