import type { ContractCase } from './contract-case.ts';

/**
 * A case as it stands when the site is not at the root but under a path: the same request below it, and every path that
 * the answer names below it too. Nothing in a record of the fixture looks like a path of the interface.
 */
export function caseBelow(basePath: string, contractCase: ContractCase): ContractCase {
  const below = (text: string): string =>
    text.replaceAll(/(?<=^|\{origin\}|[ "<])\/(?=webapi|docs\/|data\/)/g, basePath);
  const { path, tagOf, expected } = contractCase;
  const { documentOf } = expected;
  const headers = Object.entries(expected.headers ?? {}).map(([name, value]): [string, string | null] => [
    name,
    value === null ? null : below(value),
  ]);
  return {
    ...contractCase,
    path: below(path),
    ...(tagOf === undefined ? {} : { tagOf: below(tagOf) }),
    expected: {
      ...expected,
      body: expected.body === null ? null : below(expected.body),
      ...(documentOf && { documentOf: { ...documentOf, manifestPath: below(documentOf.manifestPath) } }),
      ...(expected.headers ? { headers: Object.fromEntries(headers) } : {}),
    },
  };
}
