import assert from 'node:assert/strict';

import type { HostUnderTest, ReceivedResponse } from '../check-case.ts';

export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type?: string;
}

export interface Feature {
  readonly type: string;
  readonly id: number;
  readonly geometry: { readonly type: string; readonly coordinates: readonly [number, number] };
  readonly properties: Readonly<Record<string, string | number | null>>;
  readonly distance?: number;
}

export interface FeaturePage {
  readonly type: string;
  readonly links: readonly Link[];
  readonly timeStamp: string;
  readonly numberMatched: number;
  readonly numberReturned: number;
  readonly features: readonly Feature[];
}

export interface CollectionJson {
  readonly id: string;
  readonly links: readonly Link[];
  readonly extent: {
    readonly spatial: { readonly bbox: readonly (readonly [number, number, number, number])[] };
    readonly temporal?: { readonly interval: readonly (readonly [string, string])[] };
  };
  readonly crs: readonly string[];
  readonly storageCrs: string;
}

/** A parameter in the description of the API. */
export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly parameters: readonly (ApiParameter | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, unknown>> }>>;
}

export interface ApiDescription {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly parameters: Readonly<Record<string, ApiParameter>> };
}

/** A client of OGC API Features on a host under test, for any runner of tests. */
export class OgcClient {
  readonly root: string;
  readonly #host: HostUnderTest;

  constructor(host: HostUnderTest, basePath = '/') {
    this.root = `${host.origin}${basePath}ogc`;
    this.#host = host;
  }

  /** `target` is a URL, or a path below the landing page. */
  async get(target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<ReceivedResponse> {
    const url = target.startsWith('http') ? target : this.root + target;
    assert.ok(url.startsWith(this.root), `${url} is not on the host`);
    return this.#host.send({ method, path: url.slice(this.#host.origin.length), headers });
  }

  /** The JSON of a successful response. */
  async json<Content>(target: string, headers?: Readonly<Record<string, string>>): Promise<Content> {
    const { status, body } = await this.get(target, headers);
    assert.equal(status, 200, `${target}: ${body.slice(0, 300)}`);
    return JSON.parse(body) as Content;
  }

  async collections(): Promise<readonly CollectionJson[]> {
    return (await this.json<{ collections: readonly CollectionJson[] }>('/collections')).collections;
  }

  page(collection: string, query = ''): Promise<FeaturePage> {
    return this.json(`/collections/${collection}/items?${query}`);
  }

  /** All features of a query, found by following the links to next pages. */
  async features(collection: string, query = 'limit=10000'): Promise<readonly Feature[]> {
    const found: Feature[] = [];
    let page: FeaturePage | undefined = await this.page(collection, query);
    while (page) {
      found.push(...page.features);
      const next: Link | undefined = page.links.find(({ rel }) => rel === 'next');
      page = next && (await this.json<FeaturePage>(next.href));
    }
    return found;
  }

  async assertProblem(target: string, status: number, code: string): Promise<void> {
    const response = await this.get(target);
    const problem = JSON.parse(response.body) as Record<string, unknown>;
    assert.deepEqual(
      [response.status, response.headers['content-type'], problem['status'], problem['code'], problem['type']],
      [status, 'application/problem+json', status, code, 'about:blank'],
      `${target}: ${response.body}`,
    );
    assert.deepEqual([typeof problem['title'], typeof problem['detail']], ['string', 'string']);
  }
}

/** The parameter of an operation, whether it is in place or shared. */
export function parameterOf(api: ApiDescription, path: string, name: string): ApiParameter | undefined {
  const { parameters } = api.paths[path]?.get ?? { parameters: [] };
  return parameters
    .map((each) => ('$ref' in each ? api.components.parameters[each.$ref.split('/').at(-1) ?? ''] : each))
    .find((each) => each?.name === name);
}

/** Asserts that links are absolute and have a type, and that those to the document itself and to HTML are among them. */
export function assertLinks(links: readonly Link[], required: readonly string[]): void {
  for (const { href, rel, type } of links) {
    assert.ok(URL.canParse(href), href);
    assert.ok(rel !== '' && type !== undefined && type !== '', JSON.stringify(links));
  }
  const relations = links.map(({ rel }) => rel);
  for (const relation of required) assert.ok(relations.includes(relation), `${relation} in ${relations.join()}`);
}

/** A test that any host must pass. */
export interface OgcCase {
  /** The identifier of the abstract test, and perhaps what of it is tested. */
  readonly name: string;
  /** Throws an assertion error. */
  readonly run: (client: OgcClient) => Promise<void>;
}

type DefineCase = (name: string, run: OgcCase['run']) => void;

export function casesOf(define: (test: DefineCase) => void): readonly OgcCase[] {
  const cases: OgcCase[] = [];
  define((name, run) => cases.push({ name, run }));
  return cases;
}

/** Runs cases one after another. Throws an error that lists those that failed. */
export async function runCases(cases: readonly OgcCase[], client: OgcClient): Promise<void> {
  assert.ok(cases.length > 0);
  const failed: string[] = [];
  for (const { name, run } of cases) {
    await run(client).catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
  }
  assert.deepEqual(failed, []);
}
