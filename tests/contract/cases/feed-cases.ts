import { defaultTimes } from '../../../core/datasets/testing/default-rules.ts';
import { buildFeed, type FeedFacts } from '../../../core/feeds/feed.ts';
import { formatFeed } from '../../../core/feeds/feed-formats.ts';
import type { RawDataRecord } from '../../../core/datasets/datasets.ts';
import { expectedProblem, type ContractCase, type Expected } from '../contract-case.ts';
import { fixtureFeatures } from '../fixture/fixture-features.ts';
import { fixtureOracle } from '../fixture/fixture-oracle.ts';
import { fixtureRecords } from '../fixture/fixture-records.ts';
import { fixtureFeedFacts } from '../fixture/fixture-tree.ts';
import { preflight, refusedMethod } from './method-cases.ts';

/*
 * Feeds of places. Which records a feed has, and in which order, is computed by brute force. The text of a feed is that
 * of core/feeds, whose tests read it with third-party programs.
 */

type Format = 'atom' | 'json';
const contentTypes: Readonly<Record<Format, string>> = {
  atom: 'application/atom+xml; charset=UTF-8',
  json: 'application/feed+json; charset=UTF-8',
};
const recordsById = new Map(fixtureRecords.map((record) => [record.RawDataId, record]));

/** The documented rule, applied to one of the two times of a record. */
function instant(record: RawDataRecord, time: string): number {
  const isUtc = record.OwnerValue === 'SMART drumline trial' || time < '2019-07-08T00:00:00';
  return Date.parse(`${time}${isUtc ? 'Z' : '+08:00'}`);
}

function knownAt(record: RawDataRecord): number {
  const { SightingDateTime: sighted, ReportDateTime: reported } = record;
  return Math.max(instant(record, sighted), reported === null ? -Infinity : instant(record, reported));
}

/** The 50 records that became known last and the 50 added last, of those within 1 km of the inshore point. */
function newestNear(longitude: number, latitude: number): readonly RawDataRecord[] {
  const near = fixtureOracle
    .within('RawData', 'desc', longitude, latitude, 1000)
    .flatMap(({ identifier }) => recordsById.get(identifier) ?? []);
  const addedAfter = (record: RawDataRecord): number =>
    Math.max(...near.filter(({ RawDataId }) => RawDataId <= record.RawDataId).map(knownAt));
  const newestFirst = [...near].sort((a, b) => knownAt(b) - knownAt(a));
  const lastAdded = [...newestFirst].sort((a, b) => addedAfter(b) - addedAfter(a));
  const chosen = new Set([...newestFirst.slice(0, 50), ...lastAdded.slice(0, 50)]);
  return newestFirst.filter((record) => chosen.has(record));
}

function expectedFeed(identifier: number, format: Format, facts: FeedFacts): Expected {
  const feature = fixtureFeatures.find(({ CoastalFeatureID }) => CoastalFeatureID === identifier);
  if (!feature) throw new Error(`no place ${identifier}`);
  const records = newestNear(feature.CoastalFeatureInshoreLongitude, feature.CoastalFeatureInshoreLatitude);
  const subject = {
    path: `feeds/places/${identifier}.${format}`,
    pagePath: `?place=${identifier}`,
    scope: ` within 1 km of ${feature.CoastalFeatureDisplayName}`,
  };
  const body = formatFeed(buildFeed(records, subject, facts, defaultTimes), format);
  const length = String(new TextEncoder().encode(body).length);
  return { status: 200, body, headers: { 'Content-Type': contentTypes[format], 'Content-Length': length } };
}

/** The places with difficult names and positions, and every seventh of the others. */
const places = fixtureFeatures
  .map(({ CoastalFeatureID }) => CoastalFeatureID)
  .filter((_, at) => at < 24 || at % 7 === 0);
const [somePlace = 0] = fixtureOracle.inOrder('CoastalFeatures', 'asc').map(({ identifier }) => identifier);

function* foundCases(facts: FeedFacts): Generator<ContractCase> {
  for (const identifier of places) {
    for (const format of ['atom', 'json'] as const) {
      const path = `/feeds/places/${identifier}.${format}`;
      yield {
        name: `${path} has the newest records near the place`,
        path,
        expected: expectedFeed(identifier, format, facts),
      };
    }
  }
  const path = `/feeds/places/${somePlace}.atom?from=reader&pageNumber=x`;
  yield { name: 'a feed ignores parameters', path, expected: expectedFeed(somePlace, 'atom', facts) };
}

/** The name of a feed, and the identifier as the message quotes it. */
const missing: readonly (readonly [name: string, quoted: string])[] = [
  ['999999999.atom', '999999999'],
  [`0${somePlace}.json`, `0${somePlace}`],
  ['-1.json', '-1'],
  ['1e3.atom', '1e3'],
  ['abc.atom', 'abc'],
  ['%F0%9F%A6%88.json', '🦈'],
  ['9007199254740992.json', '9007199254740992'],
];

function* missingCases(): Generator<ContractCase> {
  for (const [name, quoted] of missing) {
    yield {
      name: `there is no feed ${name}`,
      path: `/feeds/places/${name}`,
      expected: expectedProblem(
        404,
        `There is no such ID in the coastal features table: "${quoted}".`,
        'The item is no longer available.',
      ),
    };
  }
  for (const name of ['', `${somePlace}`, `${somePlace}.xml`, `${somePlace}.atom/`, `${somePlace}/1.atom`]) {
    yield {
      name: `there is no feed at the path ${name}`,
      path: `/feeds/places/${name}`,
      expected: expectedProblem(
        404,
        `Unknown path: "/feeds/places/${name}". The known paths are ` +
          '/feeds/places/{CoastalFeatureID}.atom, /feeds/places/{CoastalFeatureID}.json.',
        'The item is no longer available.',
      ),
    };
  }
}

function* otherCases(facts: FeedFacts): Generator<ContractCase> {
  const path = `/feeds/places/${somePlace}.atom`;
  yield preflight(path);
  for (const method of ['POST', 'DELETE']) yield refusedMethod(method, path);
  const { headers } = expectedFeed(somePlace, 'atom', facts);
  yield {
    name: 'HEAD of a feed has no body',
    method: 'HEAD',
    path,
    expected: { status: 200, body: null, ...(headers && { headers }) },
  };
  for (const [description, ifNoneMatch] of [
    ['its tag', (tag: string) => tag],
    ['an asterisk', () => '*'],
  ] as const) {
    const expected = { status: 304, body: null, headers: { Link: null } };
    yield { name: `a feed with ${description} in If-None-Match is not modified`, path, ifNoneMatch, expected };
  }
  yield {
    name: 'the tag of a feed does not match the other format',
    path: `/feeds/places/${somePlace}.json`,
    tagPath: path,
    ifNoneMatch: (tag) => tag,
    expected: expectedFeed(somePlace, 'json', facts),
  };
}

/** The cases for a site whose feeds have these facts. */
function feedCasesOf(facts: FeedFacts): readonly ContractCase[] {
  return [...foundCases(facts), ...missingCases(), ...otherCases(facts)];
}

export const feedCases = feedCasesOf(fixtureFeedFacts());
/** For a site of the fixture that is marked as a sample. */
export const feedCasesOfSample = feedCasesOf({ ...fixtureFeedFacts(), sample: true });

export function requestsPlaceFeed({ path }: ContractCase): boolean {
  return path.includes('/feeds/places/');
}
