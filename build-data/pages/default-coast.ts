import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CoastOfSite } from './coast.ts';

const siteFile = fileURLToPath(new URL('../../sites/western-australia/site.json', import.meta.url));

/** The coast of the default site. */
export function defaultCoast(): CoastOfSite {
  const { landingBox, coast } = JSON.parse(readFileSync(siteFile, 'utf8')) as Omit<CoastOfSite, 'directory'>;
  return { directory: dirname(siteFile), landingBox, coast };
}
