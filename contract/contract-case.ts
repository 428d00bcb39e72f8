import type { OracleRecord } from './oracle.ts';

/** One request with the exact answer that the contract demands of every host. */
export interface ContractCase {
  /** A plain sentence. */
  readonly name: string;
  readonly method?: string;
  /** From the root of the site, with a leading slash, sent as it stands. */
  readonly path: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** Sends the entity tag that a GET of this path answers with, written in this way, as If-None-Match. */
  readonly ifNoneMatch?: (tag: string) => string;
  /** With `ifNoneMatch`: the path whose tag is sent, where it is another. */
  readonly tagOf?: string;
  readonly expected: Expected;
}

export interface Expected {
  readonly status: number;
  /** The exact body; `{origin}` stands for the origin that the request came to. Null: none. */
  readonly body: string | null;
  /** In place of a body: it is, to the byte, the file that the manifest at this path names as this document. */
  readonly documentOf?: { readonly manifestPath: string; readonly name: 'index.json' | 'openapi.json' };
  /** Beyond those that follow from the status. Null: absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** The relation that every result carries: to the page that says how positions were derived. */
export const describedBy = '</docs/data-dictionary/>; rel="describedby"';

export interface PageExpectation {
  readonly records: readonly OracleRecord[];
  readonly page: number;
  readonly size: number;
  /** The path of the dataset and the parameters of the search, up to where `pageNumber` follows. */
  readonly linkStart: string;
  readonly order: 'asc' | 'desc';
}

/** The page object, and the Link header that says the same. */
export function expectedPage({ records, page, size, linkStart, order }: PageExpectation): Expected {
  const totalPages = Math.ceil(records.length / size);
  const link = (number: number): string =>
    `{origin}${linkStart}pageNumber=${number}&pageSize=${encodeURIComponent(size)}&sortOrder=${order}`;
  const next = page < totalPages ? link(page + 1) : null;
  const previous = page > 1 ? link(page - 1) : null;
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

/** The body of an error, keys in the order of the contract. */
export function expectedProblem(status: number, developerMessage: string, clientMessage: string): Expected {
  const body =
    `{"DeveloperMessage":${JSON.stringify(developerMessage)},"ClientMessage":${JSON.stringify(clientMessage)},` +
    '"StackTrace":null,"ErrorNumber":"0","ErrorLink":null}';
  return { status, body };
}
