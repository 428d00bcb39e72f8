import { readFileSync } from 'node:fs';

import type { SiteRules } from '../../core/datasets/site.ts';
import { rulesOf, type RulesOfSiteFile } from './rules.ts';

const defaultSiteFile = new URL('../../sites/western-australia/site.json', import.meta.url);

export function readDefaultRules(): SiteRules {
  return rulesOf(JSON.parse(readFileSync(defaultSiteFile, 'utf8')) as RulesOfSiteFile);
}
