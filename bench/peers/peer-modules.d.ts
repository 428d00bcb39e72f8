/**
 * The parts of the peers' packages that we use. The packages are installed separately, from the package.json in this
 * directory. With these declarations, the types of the project can be checked without them.
 */

declare module 'postgres' {
  export interface ConnectOptions {
    /** A host name, or the directory of a Unix socket. */
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: string;
    readonly database: string;
    /** The maximum number of connections. */
    readonly max: number;
    readonly onnotice?: (notice: object) => void;
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
