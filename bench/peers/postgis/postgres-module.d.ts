/**
 * The part of the package `postgres` that is used here. The peers' packages are installed apart, so the types must not
 * depend on them.
 */
declare module 'postgres' {
  export interface ConnectOptions {
    /** A folder's path means the socket in it. */
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
    /** Connections at most. */
    readonly max: number;
    readonly onnotice: (notice: object) => void;
  }

  export type Parameter = number | string | readonly number[];
  /** A value as its type's parser gives it: a number, a text, a Buffer for bytea. */
  export type Row = Readonly<Record<string, unknown>>;

  export interface Client {
    /** `prepare` keeps the statement's plan with the connection. */
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
