import { problemBody, problems } from '../../core/api/problems.ts';
import { parseQuery } from '../../core/query/parse-query.ts';
import { apiRoot } from '../../core/storage/layout.ts';
import { firstPageOf } from '../documents/first-page.ts';
import { recordAt } from '../documents/record-at.ts';
import type { ShownRequest } from './example-requests.ts';
import type { SiteFacts } from './site-facts.ts';

/** A request with two mistakes, for the page to show what becomes of it. */
export const mistakenRequest: ShownRequest = {
  id: 'mistaken-request',
  title: 'A request with two mistakes',
  path: `${apiRoot}/RawData?pageNumber=0&sortOrder=up`,
};

const pageSizeOfExample = 5;

/**
 * What an example is answered, indented, for whoever reads the page without sending anything; "…" stands for more of the
 * same. Undefined for examples whose answers say nothing new, or that have none for want of records.
 */
export function shownAnswer(id: string, { tables, siteUrl }: SiteFacts): string | undefined {
  const tableOf = (name: string): SiteFacts['tables'][number] | undefined =>
    tables.find(({ dataset, size }) => dataset.name === name && size > 0);
  const [records, places] = [tableOf('RawData'), tableOf('CoastalFeatures')];
  switch (id) {
    case 'newest-records': {
      const text = records && indented(firstPageOf(records, siteUrl, pageSizeOfExample));
      return records && records.size > 1 ? text?.replace(/\n {2}\]\n\}$/, ',\n    …\n  ]\n}') : text;
    }
    case 'nearest-record':
    case 'one-record':
      return records && indented(recordAt(records, 0));
    case 'one-place':
      return places && indented(recordAt(places, 0));
    case mistakenRequest.id:
      return indented(JSON.parse(problemOfMistakes()));
    default:
      return undefined;
  }
}

function problemOfMistakes(): string {
  const parsed = parseQuery(
    new Map([
      ['pageNumber', '0'],
      ['sortOrder', 'up'],
    ]),
  );
  return problemBody(problems.badParameters('faults' in parsed ? parsed.faults : []));
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
