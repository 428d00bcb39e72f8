import type { ContractCase, Expected } from '../contract-case.ts';
import { preflight, refusedMethod } from './method-cases.ts';

const documents = ['index.json', 'openapi.json'] as const;
type DocumentName = (typeof documents)[number];

/** The body of a document is what the build wrote: whether that is right, tests of the documents say. */
const expectedDocument = (name: DocumentName): Expected => ({
  status: 200,
  body: null,
  documentOf: { manifestPath: '/data/manifest.json', name },
});

function* casesOf(name: DocumentName): Generator<ContractCase> {
  const path = `/webapi/v1/${name}`;
  const expected = expectedDocument(name);
  yield { name: `${path} is the document`, path, expected };
  yield { name: `${path} with an empty query is the document`, path: `${path}?`, expected };
  yield { name: `${path} takes no parameters`, path: `${path}?pageNumber=0&latitude=x`, expected };
  yield { name: `${path} may be spelled with escapes`, path: path.replace('.', '%2E'), expected };
  yield { name: `HEAD ${path} has no body`, method: 'HEAD', path, expected };
  for (const [means, ifNoneMatch] of [
    ['its tag', (tag: string) => tag],
    ['an asterisk', () => '*'],
  ] as const) {
    yield { name: `${path} with ${means} is not modified`, path, ifNoneMatch, expected: { status: 304, body: null } };
  }
  const other = documents.find((each) => each !== name) ?? name;
  yield {
    name: `the tag of ${other} says nothing about ${path}`,
    path,
    ifNoneMatch: (tag) => tag,
    tagOf: `/webapi/v1/${other}`,
    expected,
  };
  yield preflight(path);
  for (const method of ['POST', 'DELETE']) yield refusedMethod(method, path);
}

export const documentCases: readonly ContractCase[] = documents.flatMap((name) => [...casesOf(name)]);

/** Whether a case asks for a document: files answer it whatever its query says, which means nothing here. */
export function asksForDocument({ path }: ContractCase): boolean {
  return documents.some((name) => new RegExp(`/webapi/v1/${name.replace('.', '\\.')}(?:\\?|$)`).test(path));
}
