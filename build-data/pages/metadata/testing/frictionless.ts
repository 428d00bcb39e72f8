import { createRequire } from 'node:module';

/* What the tests use of the Frictionless library for data packages, which brings no types of its own. */

export type ReadRow = Readonly<Record<string, unknown>>;

interface Resource {
  readonly name: string;
  readonly tabular: boolean;
  /** Rejects with what is wrong, row by row, where a cell does not fit the schema. */
  read(options: { readonly keyed: true }): Promise<readonly ReadRow[]>;
}

interface Frictionless {
  /** By the JSON Schema of the profile that the descriptor names, for packages and for their resources. */
  validate(descriptor: object): Promise<{ readonly valid: boolean; readonly errors: readonly Error[] }>;
  readonly Package: {
    load(
      descriptor: object,
      options: { readonly basePath: string; readonly strict: true },
    ): Promise<{ readonly resources: readonly Resource[] }>;
  };
}

const frictionless = createRequire(import.meta.url)('datapackage') as Frictionless;

/** What its validator says against a descriptor, nothing for a valid one. */
export async function faultsOf(descriptor: object): Promise<readonly string[]> {
  return (await frictionless.validate(descriptor)).errors.map(({ message }) => message);
}

/** The rows of each table of a package, cast and checked by its schema. `folder` is where its paths begin. */
export async function readTables(descriptor: object, folder: string): Promise<Map<string, readonly ReadRow[]>> {
  const { resources } = await frictionless.Package.load(descriptor, { basePath: folder, strict: true });
  const tables = new Map<string, readonly ReadRow[]>();
  for (const resource of resources) tables.set(resource.name, await resource.read({ keyed: true }));
  return tables;
}
