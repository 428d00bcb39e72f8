/**
 * The parts of the peers' packages that we use. The packages are installed separately, from the package.json in this
 * directory. With these declarations, the types of the project can be checked without them.
 */

declare module 'kdbush' {
  export default class KDBush {
    constructor(size: number);
    readonly data: ArrayBuffer;
    add(longitude: number, latitude: number): number;
    finish(): this;
  }
}

declare module 'geokdbush' {
  import type KDBush from 'kdbush';

  /** Record numbers, nearest first. `maxDistance` is in kilometres. */
  export function around(
    index: KDBush,
    longitude: number,
    latitude: number,
    maxResults?: number,
    maxDistance?: number,
  ): number[];
}

declare module 'geoflatbush' {
  import type Flatbush from 'flatbush';

  /** Record numbers, nearest first. `maxDistance` is in kilometres. */
  export function around(
    index: Flatbush,
    longitude: number,
    latitude: number,
    maxResults?: number,
    maxDistance?: number,
  ): number[];
  /** Record numbers in any order. `radius` is in kilometres. */
  export function within(index: Flatbush, longitude: number, latitude: number, radius: number): number[];
}

declare module 'better-sqlite3' {
  export type Value = number | string | null;

  export interface Statement {
    /** Makes queries return only the first column. */
    pluck(): this;
    run(...values: readonly Value[]): unknown;
    get(values: Readonly<Record<string, Value>>): unknown;
    all(values: Readonly<Record<string, Value>>): unknown[];
  }

  export default class Database {
    constructor(path: string);
    prepare(statement: string): Statement;
    exec(statements: string): this;
    pragma(text: string, options: { readonly simple: true }): unknown;
    transaction(work: () => void): () => void;
    close(): void;
  }
}

declare module '@hpcc-js/wasm-zstd' {
  export class Zstd {
    static load(): Promise<Zstd>;
    compress(content: Uint8Array, level: number): Uint8Array;
  }
}

declare module 'flatbuffers' {
  export class Builder {
    createString(text: string): number;
    finishSizePrefixed(root: number): void;
    asUint8Array(): Uint8Array;
  }
}

declare module 'flatgeobuf/lib/mjs/flat-geobuf/column.js' {
  import type { Builder } from 'flatbuffers';

  export const Column: {
    startColumn(builder: Builder): void;
    addName(builder: Builder, name: number): void;
    addType(builder: Builder, type: number): void;
    endColumn(builder: Builder): number;
  };
}

declare module 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js' {
  export const ColumnType: { readonly Long: number; readonly Double: number; readonly String: number };
}

declare module 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js' {
  export const GeometryType: { readonly Point: number };
}

declare module 'flatgeobuf/lib/mjs/flat-geobuf/header.js' {
  import type { Builder } from 'flatbuffers';

  export const Header: {
    createColumnsVector(builder: Builder, columns: readonly number[]): number;
    createEnvelopeVector(builder: Builder, envelope: readonly number[]): number;
    startHeader(builder: Builder): void;
    addColumns(builder: Builder, columns: number): void;
    addEnvelope(builder: Builder, envelope: number): void;
    addFeaturesCount(builder: Builder, count: bigint): void;
    addGeometryType(builder: Builder, type: number): void;
    addIndexNodeSize(builder: Builder, nodeSize: number): void;
    addName(builder: Builder, name: number): void;
    endHeader(builder: Builder): number;
  };
}

declare module 'flatgeobuf/lib/mjs/generic/feature.js' {
  export interface FeatureColumn {
    readonly name: string;
    readonly type: number;
  }

  export function buildFeature(
    geometry: { readonly xy: readonly number[]; readonly type: number },
    properties: Readonly<Record<string, string | number | null>>,
    header: { readonly columns: readonly FeatureColumn[] },
  ): Uint8Array;
}

declare module 'flatgeobuf/lib/mjs/geojson.js' {
  export interface PointFeature {
    readonly geometry: { readonly coordinates: readonly number[] };
    readonly properties: Readonly<Record<string, string | number>>;
  }

  /** A box in degrees, edges included. */
  export interface Rect {
    readonly minX: number;
    readonly minY: number;
    readonly maxX: number;
    readonly maxY: number;
  }

  /** The features of a file at a URL whose boxes intersect the rectangle. */
  export function deserialize(
    address: string,
    options: { readonly rect: Rect; readonly nocache: boolean; readonly seekableZstd?: boolean },
  ): AsyncGenerator<PointFeature>;
}

declare module 'postgres' {
  export interface ConnectOptions {
    /** A host name, or the directory of a Unix socket. */
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
    /** The maximum number of connections. */
    readonly max: number;
    readonly onnotice: (notice: object) => void;
    /** Settings of each connection. */
    readonly connection?: Readonly<Record<string, string>>;
  }

  export type Parameter = number | string | readonly number[];
  /** Values are parsed according to their types: a number, a string, a Buffer for bytea. */
  export type Row = Readonly<Record<string, unknown>>;

  export interface Client {
    /** With `prepare`, the statement is prepared once for each connection. */
    unsafe(
      statement: string,
      parameters?: readonly Parameter[],
      options?: { readonly prepare: boolean },
    ): Promise<Row[]>;
    end(): Promise<void>;
  }

  export type Connect = (options: ConnectOptions) => Client;

  const postgres: Connect;
  export default postgres;
}

declare module 'fastify' {
  export interface Request {
    readonly params: unknown;
    readonly query: unknown;
    readonly headers: Readonly<Record<string, string | undefined>>;
  }

  export interface Reply {
    code(status: number): this;
    type(contentType: string): this;
    send(body?: string): this;
  }

  export interface Fastify {
    get(path: string, handle: (request: Request, reply: Reply) => Promise<Reply>): void;
    /** Resolves with the address. */
    listen(options: { readonly host: string; readonly port: number }): Promise<string>;
    close(): Promise<void>;
  }

  export default function createFastify(): Fastify;
}
