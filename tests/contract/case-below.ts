import type { ContractCase, Expected } from './contract-case.ts';

/**
 * A case as it stands when the site is not at the root but under a path: the same request below it, and every path that
 * the answer names below it too. Nothing in a record of the fixture looks like a path of the interface.
 */
export function caseBelow(basePath: string, contractCase: ContractCase): ContractCase {
  const below = (text: string): string =>
    text.replaceAll(/(?<=^|\{origin\}|[ "<])\/(?=webapi|docs\/|data\/)/g, basePath);
  const answerBelow = ({ documentOf, headers, ...answer }: Expected): Expected => ({
    ...answer,
    body: answer.body === null ? null : below(answer.body),
    ...(documentOf && { documentOf: { ...documentOf, manifestPath: below(documentOf.manifestPath) } }),
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value === null ? null : below(value)]),
      ),
    }),
  });
  const { path, tagOf, expected, asFile } = contractCase;
  return {
    ...contractCase,
    path: below(path),
    ...(tagOf === undefined ? {} : { tagOf: below(tagOf) }),
    expected: answerBelow(expected),
    ...(asFile && { asFile: answerBelow(asFile) }),
  };
}
