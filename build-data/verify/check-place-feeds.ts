import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { placeFeedRadiusInMetres } from '../../core/feeds/place-feed.ts';
import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import {
  apiRoot,
  type FeedFormat,
  feedFormats,
  placeFeedPath,
  placeFeedRoot,
} from '../../core/storage/format/layout.ts';
import { type FindingList, type HeaderExpectation, useConfiguration } from './findings.ts';
import type { SiteResponse, SiteUnderTest } from './site-under-test.ts';

const uploadAgain =
  'the feeds are not of this data: build again, write the configuration of the host again with npm run configure, and ' +
  'upload both; then clear the caches';
/** A host that only serves files sends a JSON feed with the type of other JSON files. */
const expectedTypes: Readonly<Record<FeedFormat, HeaderExpectation>> = {
  atom: { matches: /^application\/atom\+xml; charset=utf-8$/i, words: '"application/atom+xml; charset=UTF-8"' },
  json: {
    matches: /^application\/(?:feed\+)?json; charset=utf-8$/i,
    words: '"application/feed+json; charset=UTF-8" or "application/json; charset=UTF-8"',
  },
};
const [inshore] = coastalFeatures.positions;
const [recorded] = rawData.positions;

/**
 * Checks the feeds of a few places in each format against the complete datasets: each entry is a record within the
 * radius of the place, and a place with records nearby has entries. Which of many records are the newest is not checked.
 */
export async function checkPlaceFeeds(
  site: SiteUnderTest,
  places: readonly DatasetRecord[],
  records: readonly DatasetRecord[],
  list: FindingList,
): Promise<void> {
  for (const place of choosePlaces(places, records)) {
    const nearby = identifiersNearby(place, records);
    for (const format of feedFormats) {
      const path = placeFeedPath(format, Number(place[coastalFeatures.identifierField]));
      const feed = await site.request(path);
      if (!list.expectStatus(feed, 200, useConfiguration)) continue;
      list.expectHeader(feed, 'Content-Type', expectedTypes[format], useConfiguration);
      list.expectHeader(feed, 'Access-Control-Allow-Origin', '*', useConfiguration);
      const listed = identifiersIn(feed);
      const far = listed.find((identifier) => !nearby.has(identifier));
      if (far !== undefined) {
        list.add(
          `${feed.request} lists record ${far}, which is not within ${placeFeedRadiusInMetres} m of the place`,
          uploadAgain,
        );
      } else if (listed.length === 0 && nearby.size > 0) {
        list.add(`${feed.request} has no entries, but ${nearby.size} records are near the place`, uploadAgain);
      }
    }
  }
  const unknown = await site.request(`${placeFeedRoot}/999999999.atom`);
  list.expectStatus(
    unknown,
    404,
    `let the host respond with status 404 to places that do not exist: ${useConfiguration}`,
  );
}

/** The places nearest to a few records, because most other places have no records nearby. */
function choosePlaces(places: readonly DatasetRecord[], records: readonly DatasetRecord[]): Set<DatasetRecord> {
  const someRecords = new Set([0, 1, 2, 3].map((part) => records[Math.floor((part * (records.length - 1)) / 3)]));
  const chosen = new Set<DatasetRecord>();
  for (const record of someRecords) {
    if (record === undefined) continue;
    const distances = places.map((place) => distanceInMetres(place, record));
    const nearest = places[distances.indexOf(distances.reduce((one, other) => Math.min(one, other), Infinity))];
    if (nearest !== undefined) chosen.add(nearest);
  }
  return chosen;
}

function distanceInMetres(place: DatasetRecord, record: DatasetRecord): number {
  return geodesicDistanceInMetres(
    Number(place[inshore.longitudeField]),
    Number(place[inshore.latitudeField]),
    Number(record[recorded.longitudeField]),
    Number(record[recorded.latitudeField]),
  );
}

function identifiersNearby(place: DatasetRecord, records: readonly DatasetRecord[]): ReadonlySet<string> {
  return new Set(
    records
      .filter((record) => distanceInMetres(place, record) <= placeFeedRadiusInMetres)
      .map((record) => String(record[rawData.identifierField])),
  );
}

/** The identifiers of the records in a feed of either format, in which the entries are named by their URL in the API. */
function identifiersIn({ text }: SiteResponse): string[] {
  const pattern = new RegExp(`(?:<id>|"id":")[^<"]*/${apiRoot}/${rawData.name}/(\\d+)[<"]`, 'g');
  return Array.from(text.matchAll(pattern), ([, identifier = '']) => identifier);
}
