import type { OracleRecord } from './oracle.ts';

/** A request with the exact response that the contract demands of every host. */
export interface ContractCase {
  /** A plain sentence. */
  readonly name: string;
  readonly method?: string;
  /** From the root of the site, with a leading slash, sent unchanged. */
  readonly path: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** Returns the If-None-Match header to send, given the entity tag in the response to a GET of `path`. */
  readonly ifNoneMatch?: (tag: string) => string;
  /** The path whose entity tag is passed to `ifNoneMatch`, if not `path`. */
  readonly tagPath?: string;
  readonly expected: Expected;
  /** Replaces `expected` for a host that sends the file at this path. */
  readonly expectedAsFile?: Expected;
}

export interface Expected {
  readonly status: number;
  /**
   * The exact body, in which the host's values replace `{origin}` and `{dataVersion}`. Null: no body. For HEAD, the
   * body of GET.
   */
  readonly body: string | null;
  /** Instead of `body`, for binary content. */
  readonly bytes?: Uint8Array;
  /** Instead of `body`: the body is the file that the manifest at this path names for this document. */
  readonly document?: { readonly manifestPath: string; readonly name: 'index.json' | 'openapi.json' };
  /** Headers in addition to those that follow from the status. Null: the header must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** The link, in every successful response, to the page that explains how positions were derived. */
export const describedBy = '</docs/data-dictionary/>; rel="describedby"';

export interface PageExpectation {
  readonly records: readonly OracleRecord[];
  readonly page: number;
  readonly size: number;
  /** The link to a page. */
  readonly linkTo: (page: number) => string;
}

/**
 * Returns a function that writes the link to a page of a query. `start` is the part of the link before `pageNumber`:
 * the path of the dataset and the parameters of the search.
 */
export function linksWithQuery(start: string, size: number, order: 'asc' | 'desc'): (page: number) => string {
  return (page) => `{origin}${start}pageNumber=${page}&pageSize=${encodeURIComponent(size)}&sortOrder=${order}`;
}

/** The response with a page object and the same links in the Link header; for a page after the last one, the error. */
export function expectedPage({ records, page, size, linkTo }: PageExpectation): Expected {
  const totalPages = Math.ceil(records.length / size);
  if (page > Math.max(1, totalPages)) {
    return expectedProblem(
      400,
      `The maximum page number allowed is ${Math.max(1, totalPages)}, and the page number supplied was ${page}. ` +
        'A page number above the maximum is treated as an error.',
      'The page could not be retrieved.',
    );
  }
  const next = page < totalPages ? linkTo(page + 1) : null;
  const previous = page > 1 ? linkTo(page - 1) : null;
  const items = records.slice((page - 1) * size, page * size).map(({ text }) => text);
  const quoted = (text: string | null): string => (text === null ? 'null' : `"${text}"`);
  const relations = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`, describedBy];
  return {
    status: 200,
    body:
      `{"MetaData":{"TotalItems":${records.length},"CurrentPage":${page},"TotalPages":${totalPages},` +
      `"NextPageLink":${quoted(next)},"PrevPageLink":${quoted(previous)}},"PagedItems":[${items.join(',')}]}`,
    headers: { Link: relations.filter(Boolean).join(', ') },
  };
}

/** The response with one JSON text, which is sent with its length. */
export function expectedText(text: string): Expected {
  return { status: 200, body: text, headers: { 'Content-Length': String(Buffer.byteLength(text)) } };
}

/** The response to a request with an error. The keys of its body are in the order of the contract. */
export function expectedProblem(status: number, developerMessage: string, clientMessage: string): Expected {
  const body =
    `{"DeveloperMessage":${JSON.stringify(developerMessage)},"ClientMessage":${JSON.stringify(clientMessage)},` +
    '"StackTrace":null,"ErrorNumber":"0","ErrorLink":null}';
  return { status, body };
}

/**
 * The case for a site under a base path: the path of the request and every path in the response are below it. Arrays of
 * records contain no paths, and no record contains text that looks like one.
 */
export function caseUnderBasePath(basePath: string, contractCase: ContractCase): ContractCase {
  if (basePath === '/') return contractCase;
  const below = (text: string): string =>
    text.replaceAll(/(?<=^|\{origin\}|[ "<])\/(?=webapi|docs\/|data\/|feeds\/)/g, basePath);
  const expectedBelow = ({ document, headers, ...rest }: Expected): Expected => ({
    ...rest,
    body: rest.body === null || rest.body.startsWith('[') ? rest.body : below(rest.body),
    ...(document && { document: { ...document, manifestPath: below(document.manifestPath) } }),
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value === null ? null : below(value)]),
      ),
    }),
  });
  const { path, tagPath, expected, expectedAsFile } = contractCase;
  return {
    ...contractCase,
    path: below(path),
    ...(tagPath === undefined ? {} : { tagPath: below(tagPath) }),
    expected: expectedBelow(expected),
    ...(expectedAsFile && { expectedAsFile: expectedBelow(expectedAsFile) }),
  };
}
