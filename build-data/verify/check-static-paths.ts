import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { completeArrayPath, recordPath, staticPagePath, staticPageSize } from '../../core/storage/layout.ts';
import { checkAnswer, checkProblem } from './check-answers.ts';
import type { PublishedRecord } from './check-dataset.ts';
import type { FindingList } from './findings.ts';
import type { SiteAnswer, SiteUnderTest } from './site-under-test.ts';

const buildAgain =
  'the tree on this host is from an earlier build or incomplete: build it again, write the configuration of the host ' +
  'again with npm run configure, and upload both';

/** The paths that are files in a static tree, compared with the complete dataset. */
export async function checkStaticPaths(
  site: SiteUnderTest,
  { name, identifierField }: DatasetDescription,
  records: readonly PublishedRecord[],
  list: FindingList,
): Promise<void> {
  const check = async (path: string, isRight: (answer: SiteAnswer) => boolean, what: string): Promise<void> => {
    const answer = await site.ask(path);
    if (!list.status(answer, 200, buildAgain) || !checkAnswer(answer, 200, list)) return;
    if (!isRight(answer)) list.add(`${answer.request} is not ${what}`, buildAgain);
  };
  await check(completeArrayPath(name), ({ json }) => isSame(json, records), 'the complete dataset');
  for (const record of new Set([records[0], records[Math.floor(records.length / 2)], records.at(-1)])) {
    if (record === undefined) continue;
    const path = recordPath(name, Number(record[identifierField]));
    await check(path, ({ json }) => isSame(json, record), 'its record');
  }
  const page = staticPagePath(name, 'desc', 1);
  const next = records.length > staticPageSize ? site.publicUrl + staticPagePath(name, 'desc', 2) : null;
  await check(
    page,
    ({ json }) => {
      const link = valueAt(valueAt(json, 'MetaData'), 'NextPageLink');
      const isLinkRight = (typeof link === 'string' ? resolved(link, site.publicUrl + page) : link) === next;
      return isLinkRight && isSame(valueAt(json, 'PagedItems'), records.slice(0, staticPageSize));
    },
    `the first ${staticPageSize} records with a link to ${next ?? 'no next page'}`,
  );
  const query = await site.ask(`${completeArrayPath(name)}?pageNumber=1`);
  checkProblem(query, 400, list);
  const beyond = await site.ask(staticPagePath(name, 'desc', Number.MAX_SAFE_INTEGER));
  // A server of files cannot know that this is a page above the last one.
  checkProblem(beyond, beyond.status === 400 ? 400 : 404, list);
  checkProblem(await site.ask(recordPath(name, 'no-such-record')), 404, list);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function resolved(link: string, address: string): string | undefined {
  return URL.canParse(link, address) ? new URL(link, address).href : undefined;
}
