import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

import type { DegreeBox } from '../../core/datasets/dataset-description.ts';
import { kinds, marks } from '../../core/datasets/kinds.ts';
import type { Site } from '../../core/datasets/site.ts';
import { keyOfText } from '../../core/datasets/text-key.ts';
import { colourPattern, faultsOfColours } from './colours.ts';
import { rulesOf } from './rules.ts';
import { checkJson, listFaults } from './schema-faults.ts';
import { isDateTime, isZone } from './time-offsets.ts';

/*
 * A site file describes the site of one region: its words, its region, and the rules by which its records are read. It
 * is JSON; docs/sites.md explains it for publishers.
 */

const maxLineLength = 1000;
/** One line of text. Control characters, line breaks and unpaired surrogates cannot be part of XML or of a title. */
const line = z
  .string()
  .min(1, 'is empty: give some text')
  .max(maxLineLength, `is too long: give at most ${maxLineLength} characters`)
  .regex(/^[^\p{Cc}\p{Surrogate}\u2028\u2029\ufffe\uffff]*$/u, 'contains a line break or another control character');
const text = (meaning: string) => line.describe(meaning);
const texts = (meaning: string) => z.array(line).describe(meaning);
/** A published value, by which records are found: see `keyOfText`. */
const key = z
  .string()
  .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'contains a control character')
  .refine((value) => keyOfText(value) === value, {
    error: ({ input }) =>
      `is not in lower case with single spaces: write ${JSON.stringify(keyOfText(input as string))}`,
  });

const longitude = (side: string) => z.number().min(-180).max(180).describe(`The ${side} edge, in degrees east`);
const latitude = (side: string) => z.number().min(-90).max(90).describe(`The ${side} edge, in degrees north`);
const box = (meaning: string) =>
  z
    .strictObject({
      west: longitude('west'),
      south: latitude('south'),
      east: longitude('east'),
      north: latitude('north'),
    })
    .refine(({ west, east }) => west < east, 'west must be less than east')
    .refine(({ south, north }) => south < north, 'south must be less than north')
    .describe(meaning);

const noun = { one: text('As in “1 seal”'), many: text('As in “2 seals”') };
const kind = z.enum(kinds).describe('A kind of record, as in the filters');
const mainMark = z.enum(['sighting', 'detection']);
const words = z.strictObject({
  label: text('The label of its filter'),
  verb: text('The text after a species, as in “White shark, detected”'),
  otherNames: texts('What people also type in the search box').optional(),
  note: text('What its mark marks, below the filter').optional(),
});
const markWords = z.strictObject({
  label: text('Of one record in the legend'),
  labelOfMany: text('Of many records in the legend'),
  shortLabel: text('In the legend of a small map: one word'),
  ...noun,
});

const time = z.strictObject({
  zone: z
    .string()
    .refine(isZone, 'is neither an offset such as +08:00 nor the name of a zone such as Europe/Dublin')
    .describe('The zone of local times: an offset such as +08:00, or a name such as Europe/Dublin'),
  shortName: text('After a time, as in “10:35 Irish time”'),
  name: text('In sentences, as in “a day in Irish time”'),
  convertedMark: text('After a time that was converted from UTC'),
  conversion: text('What converted it, as in “eight hours were added”').optional(),
  utcBefore: z
    .string()
    .refine(isDateTime, 'is not a date and time such as 2019-07-08T00:00:00')
    .describe('Times before this date and time are in UTC')
    .optional(),
  utcOwners: texts('Values of OwnerValue whose times are in UTC').optional(),
  basis: text('A sentence that says how this is known').optional(),
});

const species = z.strictObject({
  value: key.describe('The published SightingSpeciesValue in lower case; "" is none'),
  name: text('As a title'),
  inSentence: text('Within a sentence, if that is not the name with a small first letter').optional(),
  otherNames: texts('What people also type in the search box').optional(),
  scientificName: text('For the Darwin Core Archive').optional(),
  isOther: z.boolean().describe('It is not the subject of the site').optional(),
  isUnidentified: z.boolean().describe('Nobody knows the species').optional(),
});

const metres = z.number().positive();
const positions = z.strictObject({
  notice: text('One sentence, next to positions on pages, in feeds and in downloads'),
  derivation: texts('How the positions were derived, for the data dictionary: each a sentence').optional(),
  uncertaintyInMetres: z
    .strictObject({ report: metres.describe('Of a report'), detection: metres.describe('Of a detection') })
    .describe('How far a record may be from where it happened, for the Darwin Core Archive')
    .optional(),
});

const colour = z.string().regex(colourPattern, 'is not a colour such as #0a5876');
const palette = z
  .strictObject({
    primary: colour.describe('Links, buttons and the selection'),
    sighting: colour.describe('The mark of sightings'),
    handled: colour.describe('The mark of what was caught, tagged or relocated'),
  })
  .partial();

const baseMap = z.union(
  [
    z.literal('osm'),
    z.strictObject({
      title: text('The text of its button'),
      address: text('A URL with {z}, {x} and {y}, or the URL or the file of a PMTiles archive'),
      credit: text('What the provider requires'),
    }),
  ],
  'is neither "osm" nor an object with title, address and credit',
);

export const siteFileSchema = z
  .strictObject({
    $schema: z.string().describe('The path or URL of this schema, for editors').optional(),
    title: text('The name of the service'),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'is not a language tag such as en-AU')
      .describe('A language tag such as en-AU'),
    tagline: text('One sentence below the title'),
    description: text('One sentence for search engines'),
    introduction: text('One sentence, in the place of the list while it loads'),
    subject: z.strictObject(noun).describe('What the records are about, in lower case'),
    region: z
      .strictObject({
        name: text('As in “the coast of Ireland”'),
        adjective: text('As in “the Irish coast”'),
        shortName: text('As in “the NSW coast”'),
        otherNames: texts('What people write after the name of a town'),
        box: box('Positions outside are published with a warning'),
      })
      .describe('The region of the coast'),
    landingBox: box('What the map shows first, inside region.box'),
    time: time.describe('The time rule, and the words for times'),
    kinds: z.record(kind, words).describe('The words of each kind of record'),
    interactions: z
      .array(z.strictObject({ value: text('An InteractionValue; * at its start or end matches any text'), kind }))
      .describe('Which interaction is of which kind: the first that matches counts, and others are Other'),
    marks: z.record(z.enum(marks), markWords).describe('The words of each mark on the map'),
    mainMarks: z.tuple([mainMark], mainMark).describe('What titles and summaries count'),
    species: z.array(species).describe('The names of published species'),
    owners: z.record(key, line).describe('The names of published values of OwnerValue, in lower case'),
    featureTypes: z.record(key, line).describe('The names of published types of features, in lower case'),
    places: z
      .strictObject({
        towns: texts('The best-known towns: each the CoastalFeatureDisplayName of a feature'),
        suburbs: texts('The best-known suburbs'),
        others: texts('Other well-known places'),
        nicknames: z
          .record(line, line)
          .describe('What people write, and the word in the name of a place that they mean'),
      })
      .describe('The places whose names the map shows first'),
    terms: z.array(line).min(1).describe('The terms of the service, each a sentence'),
    positions: positions.describe('What is known of the positions of records').optional(),
    colours: z
      .strictObject({ light: palette.describe('In the light mode'), dark: palette.describe('In the dark mode') })
      .partial()
      .describe('Colours that replace those of the explorer, as #rrggbb')
      .optional(),
    baseMaps: z.array(baseMap).describe('Maps that readers can choose; [] is none').optional(),
    credits: z
      .strictObject({
        licence: text('URL of the licence of the data'),
        publisher: text('Who publishes the data'),
        'publisher-url': text('Website of the publisher'),
        attribution: text('How to credit the publisher'),
        'warnings-url': text('URL of a page with live warnings'),
      })
      .partial()
      .describe('As the options of the same names, which take precedence')
      .optional(),
    localAreas: z
      .strictObject({ file: text('GeoJSON of polygons'), property: text('The property with their names') })
      .describe('The local government areas of coastal features that name none')
      .optional(),
    card: text('A PNG of 1200 by 630 pixels for links in social media').optional(),
    coast: z
      .strictObject({ outline: text('coast-outline.json of npm run coast'), detail: text('coast-detail.json') })
      .describe('The coast that the map shows')
      .optional(),
  })
  .check(({ value, issues }) => {
    const report = (path: readonly (string | number)[], message: string): void => {
      issues.push({ code: 'custom', input: value, path: [...path], message });
    };
    for (const { path, message } of faultsOfColours(value.colours ?? {})) report(['colours', ...path], message);
    for (const [index, { value: name }] of value.species.entries()) {
      const first = value.species.findIndex((other) => other.value === name);
      if (first < index)
        report(['species', index, 'value'], `${JSON.stringify(name)} is also that of species.${first}`);
    }
    const { landingBox, region } = value;
    if (!isInside(landingBox, region.box)) report(['landingBox'], 'is not inside region.box: change one of them');
  });

const isInside = (box: DegreeBox, { west, south, east, north }: DegreeBox): boolean =>
  box.west >= west && box.south >= south && box.east <= east && box.north <= north;

type SiteMembers = z.infer<typeof siteFileSchema>;

/** A checked site file. */
export interface SiteFile extends Omit<SiteMembers, 'time'> {
  readonly time: SiteMembers['time'] & Pick<Site['time'], 'rule'>;
  /** The directory of the file: it names other files relative to it. */
  readonly directory: string;
}

/** A site file that cannot be used. The message names the file, and on a line of its own each fault by its member. */
export class SiteFileError extends Error {
  constructor(path: string, faults: readonly string[]) {
    super(listFaults(`The site file ${path}`, faults));
  }
}

/** The site file of builds that name none. Compiled programs read a copy next to them. */
export const defaultSiteFile = join(dirname(fileURLToPath(import.meta.url)), '../../sites/western-australia/site.json');

/** Throws SiteFileError. Does not read the files that the site file names: see `faultsOfNamedFiles`. */
export function readSiteFile(path: string): SiteFile {
  const checked = checkJson(siteFileSchema, readJson(path), 'docs/sites.md#members');
  if ('faults' in checked) throw new SiteFileError(path, checked.faults);
  const time = { ...checked.data.time, rule: rulesOf(checked.data).times.inWords };
  return { ...checked.data, time, directory: dirname(resolve(path)) };
}

function readJson(path: string): unknown {
  let text: string;
  try {
    // Opening a pipe would wait for a writer.
    if (!statSync(path).isFile()) throw new RangeError('it is not a file');
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw new SiteFileError(path, [`it cannot be read: ${reasonOf(error)}`]);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SiteFileError(path, [`it is not JSON: ${reasonOf(error)}`]);
  }
}

/** The site document: the part of a site file that is published, for pages, the explorer and the API. */
export function siteOf(file: SiteFile): Site {
  const { title, language, tagline, description, introduction, subject, region, landingBox } = file;
  const { kinds, marks, mainMarks, owners, featureTypes, places, terms, positions } = file;
  const { shortName, name, convertedMark, conversion, rule } = file.time;
  return {
    ...{ title, language, tagline, description, introduction, subject, region, landingBox },
    ...{ kinds, marks, mainMarks, owners, featureTypes, places, terms },
    ...(positions && { positions: { notice: positions.notice, derivation: positions.derivation } }),
    time: { shortName, name, convertedMark, ...(conversion && { conversion }), rule },
    species: file.species.map(({ value, name: title, inSentence, otherNames, scientificName }) => ({
      ...{ value, name: title },
      ...(inSentence && { inSentence }),
      ...((otherNames ?? scientificName) && { otherNames: [otherNames ?? [], scientificName ?? []].flat() }),
    })),
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
