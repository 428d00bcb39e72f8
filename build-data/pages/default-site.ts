import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { timeBasisRule } from '../../core/datasets/recorded-time.ts';
import type { Site } from '../../core/datasets/site.ts';

type SiteFile = Omit<Site, 'time'> & { readonly time: Omit<Site['time'], 'rule'> };

const file = JSON.parse(
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../../sites/western-australia/site.json'), 'utf8'),
) as SiteFile;
const { title, language, tagline, description, introduction, subject, region, landingBox, kinds, marks } = file;
const { mainMarks, owners, featureTypes, places, terms } = file;
const { shortName, name, convertedMark, conversion } = file.time;

/** The part of the default site file that pages and the explorer use. */
export const defaultSite: Site = {
  ...{ title, language, tagline, description, introduction, subject, region, landingBox, kinds, marks, mainMarks },
  ...{ time: { shortName, name, convertedMark, conversion, rule: timeBasisRule }, owners, featureTypes, places, terms },
  species: file.species.map((each) => ({ value: each.value, name: each.name, otherNames: each.otherNames })),
};
