import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { feedMediaTypes } from '../../core/feeds/feed-formats.ts';
import { placeFeedRadiusInMetres } from '../../core/feeds/place-feed.ts';
import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import { contentTypeOf, fileSecurityHeaders, openFileHeaders } from '../../core/site/file-headers.ts';
import {
  apiRoot,
  type FeedFormat,
  feedFormats,
  placeFeedPath,
  placeFeedRoot,
} from '../../core/storage/format/layout.ts';
import { checkResponse, type FindingList, shortCaching, useConfiguration } from './findings.ts';
import type { SiteResponse, SiteUnderTest } from './site-under-test.ts';

const uploadAgain = 'the feeds are not of this data: build again, and upload all of it; then clear the caches';
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
      if (!checkFeedResponse(feed, path, format, list)) continue;
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

/**
 * Checks the status and the headers of a feed: those of other files if the host serves it as a file, otherwise those of
 * the API. Returns whether the status is the expected one.
 */
function checkFeedResponse(feed: SiteResponse, path: string, format: FeedFormat, list: FindingList): boolean {
  const [exposed, allowed] = ['Access-Control-Expose-Headers', 'Access-Control-Allow-Origin'] as const;
  const isFile = feed.status === 200 && feed.headers.get(exposed) === openFileHeaders[exposed];
  if (!isFile) return checkResponse(feed, 200, list, `${feedMediaTypes[format]}; charset=UTF-8`);
  list.expectHeader(feed, 'Content-Type', contentTypeOf(path) ?? '', useConfiguration);
  list.expectHeader(feed, allowed, openFileHeaders[allowed], useConfiguration);
  list.expectHeader(feed, 'X-Content-Type-Options', fileSecurityHeaders['X-Content-Type-Options'], useConfiguration);
  list.expectHeader(feed, 'Cache-Control', shortCaching, useConfiguration);
  return true;
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
