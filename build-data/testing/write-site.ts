import { buildSite, type BuildEffects, type BuildOptions } from '../build.ts';
import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import type { WrittenSite } from '../publish/publish-version.ts';
import type { RecordTable } from '../write/record-table.ts';

export interface SiteOptions extends Omit<BuildOptions, 'inputs' | 'siteUrl' | 'rules'>, Partial<BuildEffects> {
  /** Default: those of the default site. */
  readonly rules?: BuildOptions['rules'];
  readonly sample: boolean;
  /** Default: the root of localhost. */
  readonly siteUrl?: string;
  /** ISO 8601, UTC. Default: the start of 2026. */
  readonly builtAt?: string;
}

/** Builds a site from tables in memory, at a given time. Throws OutputError as `buildSite` does. */
export async function writeSite(
  tables: readonly RecordTable[],
  {
    sample,
    builtAt = '2026-01-01T00:00:00.000Z',
    siteUrl = 'http://localhost/',
    rules = defaultRules,
    ...options
  }: SiteOptions,
): Promise<WrittenSite> {
  const effects = { now: () => new Date(builtAt), ...options };
  const result = await buildSite({ ...options, rules, siteUrl, inputs: { kind: 'tables', tables, sample } }, effects);
  if (result.kind === 'refused') throw new Error(`The site was refused: ${result.reason}.`);
  return result.site;
}
