import type { Format } from './parameters.ts';
import { type MatchedResource, type OgcResource, resources } from './resources.ts';

export interface Link {
  /** Absolute, because some clients do not resolve relative links. */
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title: string;
}

/** A request for a resource in one format. */
export interface OgcRequest extends MatchedResource {
  readonly url: URL;
  /** The URL of the site's root, with a slash at its end. */
  readonly siteUrl: string;
  /** The URL of the landing page, without a slash at its end. */
  readonly root: string;
  readonly format: Format;
}

export type Cell = string | number | null;

/** The content of a resource, from which every format is made. */
export interface OgcDocument {
  readonly title: string;
  readonly description?: string;
  readonly json: unknown;
  /** The main content as a table, for HTML and CSV. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** In the HTML page; the JSON has those that belong to it. */
  readonly links: readonly Link[];
  readonly headers?: Readonly<Record<string, string>>;
}

const mediaTypes = { html: 'text/html', csv: 'text/csv' } as const;

/** The media type of a resource in a format. */
export function mediaTypeOf({ mediaType }: OgcResource, format: Format): string {
  return format === 'json' ? mediaType : mediaTypes[format];
}

/** The links of a document to itself and to its other formats. */
export function selfLinks({ url, name, format }: OgcRequest): readonly Link[] {
  const resource: OgcResource = resources[name];
  return resource.formats.map((each) => ({
    href: withParameters(url, { f: each }),
    rel: each === format ? 'self' : 'alternate',
    type: mediaTypeOf(resource, each),
    title: each === format ? 'This document' : `This document as ${each.toUpperCase()}`,
  }));
}

/** A link to a resource in its format json, which is the default. */
export function linkTo(name: keyof typeof resources, href: string, rel: string, title: string): Link {
  return { href, rel, type: resources[name].mediaType, title };
}

/** A URL with other values of some parameters. */
export function withParameters(url: URL, values: Readonly<Record<string, string>>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(values)) changed.searchParams.set(name, value);
  return changed.href;
}
