import { datasets } from '../../core/datasets/index.ts';
import { checkDataFiles, checkManifest } from './check-data.ts';
import { checkDataset } from './check-interface.ts';
import { checkPages } from './check-pages.ts';
import { checkQueries, type QueryAnswers } from './check-queries.ts';
import { FindingList, type Findings } from './findings.ts';
import { SiteUnderTest } from './site-under-test.ts';

export interface VerifyOptions {
  /** The address of the site's root, ending in a slash. */
  readonly url: string;
  /** How many files of the data are fetched and compared with their names. */
  readonly mostFiles: number;
  /** Called before each part, with what it looks at. */
  readonly onPart: (title: string) => void;
  readonly onProgress: (done: number, of: number) => void;
}

export interface Verification {
  /** In the order of the looks, each with what it found. */
  readonly parts: readonly { readonly title: string; readonly findings: Findings }[];
  readonly requests: number;
  readonly dataVersion: string | undefined;
  readonly builtAt: string | undefined;
  readonly queries: QueryAnswers | undefined;
}

/** Looks at a deployed site from outside and compares it with the contract. Never rejects for what a site does. */
export async function verifySite({ url, mostFiles, onPart, onProgress }: VerifyOptions): Promise<Verification> {
  const site = new SiteUnderTest(url);
  const parts: { title: string; findings: Findings }[] = [];
  const look = async <Result extends { readonly findings: Findings }>(
    title: string,
    check: () => Promise<Result>,
  ): Promise<Result | undefined> => {
    onPart(title);
    try {
      const result = await check();
      parts.push({ title, findings: result.findings });
      return result;
    } catch (error) {
      const list = new FindingList();
      list.add(
        `no answer: ${describe(error)}`,
        'look whether the host runs, and whether its name and certificate are right',
      );
      parts.push({ title, findings: list.found });
      return undefined;
    }
  };
  const { manifest } = (await look('The manifest', () => checkManifest(site))) ?? {};
  let queries: QueryAnswers | undefined;
  if (manifest) {
    await look('The files of the data', async () => ({
      findings: await checkDataFiles(site, manifest, mostFiles, onProgress),
    }));
    for (const dataset of datasets) {
      const whole = await look(`${dataset.name}: complete, by identifier, refusals`, () =>
        checkDataset(site, dataset, manifest),
      );
      if (!whole || whole.records.length === 0) continue;
      const asked = await look(`${dataset.name}: pages and searches`, () => checkQueries(site, dataset, whole.records));
      if (asked && queries !== 'wrong') queries = asked.answers;
    }
    await look('The explorer', async () => ({ findings: await checkPages(site) }));
  }
  return {
    parts,
    requests: site.requests,
    dataVersion: manifest?.dataVersion,
    builtAt: manifest?.builtAt,
    queries,
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
