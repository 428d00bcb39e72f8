import { expectedProblem, type ContractCase, type Expected } from '../contract-case.ts';

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
  yield {
    name: `OPTIONS ${path} is a preflight`,
    method: 'OPTIONS',
    path,
    expected: {
      status: 204,
      body: null,
      headers: {
        Allow: 'GET, HEAD, OPTIONS',
        'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
        'Access-Control-Allow-Headers': 'If-None-Match',
        'Access-Control-Max-Age': '86400',
      },
    },
  };
  for (const method of ['POST', 'DELETE']) {
    const problem = expectedProblem(
      405,
      `The method "${method}" is not allowed. Allowed are GET, HEAD, OPTIONS.`,
      'The service is read-only.',
    );
    yield {
      name: `${method} ${path} is refused`,
      method,
      path,
      expected: { ...problem, headers: { Allow: 'GET, HEAD, OPTIONS' } },
    };
  }
}

export const documentCases: readonly ContractCase[] = documents.flatMap((name) => [...casesOf(name)]);

/** Whether a case asks for a document: files answer it whatever its query says, which means nothing here. */
export function asksForDocument({ path }: ContractCase): boolean {
  return documents.some((name) => new RegExp(`/webapi/v1/${name.replace('.', '\\.')}(?:\\?|$)`).test(path));
}
