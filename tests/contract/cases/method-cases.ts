import { expectedPage, expectedProblem, linksWithQuery, type ContractCase } from '../contract-case.ts';
import { arrayText, type Oracle } from '../oracle.ts';

/** The case for a method that is not allowed: any method except GET, HEAD and OPTIONS. */
export function refusedMethod(method: string, path: string): ContractCase {
  const problem = expectedProblem(
    405,
    `The method "${method}" is not allowed. The allowed methods are GET, HEAD, OPTIONS.`,
    'The service is read-only.',
  );
  return {
    name: `${method} ${path} is refused`,
    method,
    path,
    expected: { ...problem, headers: { Allow: 'GET, HEAD, OPTIONS' } },
  };
}

/** The case for the request that a browser sends before it allows certain requests from pages of other sites. */
export function preflight(path: string): ContractCase {
  return {
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
}

function* refusedMethodCases(oracle: Oracle): Generator<ContractCase> {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
    for (const path of [
      '/webapi/v1/RawData',
      `/webapi/v1/RawData/${oracle.first('RawData').identifier}`,
      '/webapi/v1/Sharks',
      '/webapi/v1/RawData?pageNumber=0',
    ]) {
      yield refusedMethod(method, path);
    }
  }
}

/** HEAD returns the status and headers of GET without the body. */
function* headCases(oracle: Oracle): Generator<ContractCase> {
  const { identifier, text } = oracle.first('RawData');
  const complete = arrayText(oracle.inOrder('RawData', 'asc'));
  const found = arrayText(oracle.within('CoastalFeatures', 'desc', 115.75, -32.01, 10_000));
  const refusal = expectedProblem(
    404,
    'There is no such ID in the raw sighting table: "x".',
    'The item is no longer available.',
  );
  const cases: readonly (readonly [path: string, status: number, body: string])[] = [
    ['/webapi/v1/RawData?sortOrder=asc', 200, complete],
    [`/webapi/v1/RawData/${identifier}`, 200, text],
    ['/webapi/v1/CoastalFeatures?latitude=-32.01&longitude=115.75', 200, found],
    ['/webapi/v1/RawData/x', 404, refusal.body ?? ''],
  ];
  for (const [path, status, body] of cases) {
    const headers = { 'Content-Length': String(Buffer.byteLength(body)) };
    yield { name: `HEAD ${path} has no body`, method: 'HEAD', path, expected: { status, body: null, headers } };
  }
}

/** A preflight succeeds for any path. */
function* preflightCases(): Generator<ContractCase> {
  for (const path of [
    '/webapi/v1/RawData',
    '/webapi/v1/CoastalFeatures/1',
    '/webapi/v1/RawData?pageNumber=0',
    '/webapi/v1/Sharks',
  ]) {
    yield preflight(path);
  }
}

const taggedPaths = (oracle: Oracle): readonly string[] => [
  '/webapi/v1/RawData',
  '/webapi/v1/RawData?pageNumber=2&sortOrder=asc',
  `/webapi/v1/RawData/${oracle.first('RawData').identifier}`,
  '/webapi/v1/CoastalFeatures?latitude=-32.01&longitude=115.75',
  '/webapi/v1/CoastalFeatures?latitude=-32.01&longitude=115.75&searchStyle=Nearest',
];

const matchingForms: readonly (readonly [description: string, write: (tag: string) => string])[] = [
  ['the tag itself', (tag) => tag],
  ['the tag as a strong tag', (tag) => tag.replace(/^W\//, '')],
  ['a list that contains the tag', (tag) => `"other", ${tag} , W/"another"`],
  ['an asterisk', () => '*'],
];

/** What proxies append to a tag when they compress the response. */
export const compressionSuffixes = ['gzip', 'br', 'zstd', 'deflate'].flatMap((coding) =>
  ['-', '--', ';'].map((separator) => separator + coding),
);

function* notModifiedCases(oracle: Oracle): Generator<ContractCase> {
  // Plain servers send the other paths as files, and compare only their own tags.
  for (const path of taggedPaths(oracle).filter((each) => each.includes('?'))) {
    for (const suffix of compressionSuffixes) {
      const suffixed = (tag: string): string => tag.replace(/"$/, `${suffix}"`);
      for (const [description, ifNoneMatch] of [
        ['its tag', suffixed],
        ['its tag as a strong tag', (tag: string) => suffixed(tag).replace(/^W\//, '')],
        ['a list that contains its tag', (tag: string) => `"other-gzip", ${suffixed(tag)},W/"another"`],
      ] as const) {
        yield {
          name: `${path} with ${description} and the suffix ${suffix} of a proxy in If-None-Match is not modified`,
          path,
          ifNoneMatch,
          expected: { status: 304, body: null, headers: { Link: null } },
        };
      }
    }
  }
  for (const path of taggedPaths(oracle)) {
    for (const [description, ifNoneMatch] of matchingForms) {
      yield {
        name: `${path} with ${description} in If-None-Match is not modified`,
        path,
        ifNoneMatch,
        expected: { status: 304, body: null, headers: { Link: null } },
      };
    }
  }
  yield {
    name: 'HEAD with the tag in If-None-Match is not modified',
    method: 'HEAD',
    path: '/webapi/v1/RawData',
    ifNoneMatch: (tag) => tag,
    expected: { status: 304, body: null },
  };
}

function* modifiedCases(oracle: Oracle): Generator<ContractCase> {
  const { identifier, text: body } = oracle.first('RawData');
  const path = `/webapi/v1/RawData/${identifier}`;
  for (const value of ['"other"', 'W/"0000000000000000-1-0000000000000000"', 'nonsense', '""', '"-gzip"', 'W/"x;br"']) {
    yield {
      name: `a record with If-None-Match ${value} is sent`,
      path,
      requestHeaders: { 'If-None-Match': value },
      expected: { status: 200, body },
    };
  }
  yield {
    name: 'a record with an altered tag is sent',
    path,
    ifNoneMatch: (tag) => tag.replace(/.(?="$)/, 'x'),
    expected: { status: 200, body },
  };
  for (const suffix of ['-other', 'gzip', '-gzip-other']) {
    yield {
      name: `a record with its tag and the unknown suffix ${suffix} is sent`,
      path,
      ifNoneMatch: (tag) => tag.replace(/"$/, `${suffix}"`),
      expected: { status: 200, body },
    };
  }
  const [first, second] = oracle.inOrder('RawData', 'desc');
  yield {
    name: 'the tag of one page does not match another page',
    path: '/webapi/v1/RawData?pageNumber=2&pageSize=1',
    ifNoneMatch: (tag) => tag,
    tagPath: '/webapi/v1/RawData?pageNumber=1&pageSize=1',
    expected: expectedPage({
      records: oracle.inOrder('RawData', 'desc'),
      page: 2,
      size: 1,
      linkTo: linksWithQuery('/webapi/v1/RawData?', 1, 'desc'),
    }),
  };
  yield {
    name: 'the tag of one record does not match another record',
    path: `/webapi/v1/RawData/${second?.identifier ?? 0}`,
    ifNoneMatch: (tag) => tag,
    tagPath: `/webapi/v1/RawData/${first?.identifier ?? 0}`,
    expected: { status: 200, body: second?.text ?? '' },
  };
  yield {
    name: 'an error response ignores If-None-Match: *',
    path: '/webapi/v1/RawData/x',
    requestHeaders: { 'If-None-Match': '*' },
    expected: expectedProblem(
      404,
      'There is no such ID in the raw sighting table: "x".',
      'The item is no longer available.',
    ),
  };
}

export function methodCases(oracle: Oracle): readonly ContractCase[] {
  return [
    ...refusedMethodCases(oracle),
    ...headCases(oracle),
    ...preflightCases(),
    ...notModifiedCases(oracle),
    ...modifiedCases(oracle),
  ];
}
