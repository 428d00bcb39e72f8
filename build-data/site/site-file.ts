import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

import { kinds, marks } from '../../core/datasets/kinds.ts';
import type { Site } from '../../core/datasets/site.ts';
import { faultsOfColours } from './colours.ts';
import { rulesOf } from './rules.ts';
import { isZone } from './time-offsets.ts';

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
const lines = z.array(line);
const name = z.string().regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'contains a control character');

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
const box = z
  .strictObject({ west: longitude, south: latitude, east: longitude, north: latitude })
  .refine(({ west, east }) => west < east, 'west must be less than east')
  .refine(({ south, north }) => south < north, 'south must be less than north');

const noun = { one: line, many: line };
const kind = z.enum(kinds);
const mainMark = z.enum(['sighting', 'detection']);
const words = z.strictObject({ label: line, verb: line, otherNames: lines.optional(), note: line.optional() });
const markWords = z.strictObject({ label: line, labelOfMany: line, shortLabel: line, ...noun });

const time = z.strictObject({
  zone: z.string().refine(isZone, 'is neither an offset such as +08:00 nor the name of a zone such as Europe/Dublin'),
  shortName: line,
  name: line,
  convertedMark: line,
  conversion: line.optional(),
  utcBefore: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'is not a date and time such as 2019-07-08T00:00:00')
    .optional(),
  utcOwners: lines.optional(),
  basis: line.optional(),
});

const species = z.strictObject({
  value: name,
  name: line,
  inSentence: line.optional(),
  otherNames: lines.optional(),
  scientificName: line.optional(),
  isOther: z.boolean().optional(),
  isUnidentified: z.boolean().optional(),
});

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'is not a colour such as #0a5876');
const palette = z.strictObject({ primary: colour, sighting: colour, handled: colour }).partial();

const baseMap = z.union([z.literal('osm'), z.strictObject({ title: line, address: line, credit: line })]);

export const siteFileSchema = z
  .strictObject({
    $schema: z.string().optional(),
    title: line,
    language: z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'is not a language tag such as en-AU'),
    tagline: line,
    description: line,
    introduction: line,
    subject: z.strictObject(noun),
    region: z.strictObject({ name: line, adjective: line, shortName: line, otherNames: lines, box }),
    landingBox: box,
    time,
    kinds: z.record(kind, words),
    interactions: z.array(z.strictObject({ value: line, kind })),
    marks: z.record(z.enum(marks), markWords),
    mainMarks: z.tuple([mainMark], mainMark),
    species: z.array(species),
    owners: z.record(name, line),
    featureTypes: z.record(name, line),
    places: z.strictObject({ towns: lines, suburbs: lines, others: lines, nicknames: z.record(line, line) }),
    terms: lines.min(1),
    colours: z.strictObject({ light: palette, dark: palette }).partial().optional(),
    baseMaps: z.array(baseMap).optional(),
    credits: z
      .strictObject({ licence: line, publisher: line, 'publisher-url': line, attribution: line, 'warnings-url': line })
      .partial()
      .optional(),
    localAreas: z.strictObject({ file: line, property: line }).optional(),
    card: line.optional(),
    coast: z.strictObject({ outline: line, detail: line }).optional(),
  })
  .check(({ value, issues }) => {
    for (const message of faultsOfColours(value.colours ?? {}))
      issues.push({ code: 'custom', input: value.colours, path: ['colours'], message });
    const twice = value.species.find(
      (each, index) => value.species.findIndex((other) => other.value === each.value) < index,
    );
    if (twice !== undefined)
      issues.push({
        code: 'custom',
        input: twice,
        path: ['species'],
        message: `has ${JSON.stringify(twice.value)} twice`,
      });
  });

type SiteMembers = z.infer<typeof siteFileSchema>;

/** A checked site file. */
export interface SiteFile extends Omit<SiteMembers, 'time'> {
  readonly time: SiteMembers['time'] & Pick<Site['time'], 'rule'>;
  /** The directory of the file: it names other files relative to it. */
  readonly directory: string;
}

/** A site file that cannot be used. The message names the file and every fault by its member. */
export class SiteFileError extends Error {}

/** The site file of builds that name none. Compiled programs read a copy next to them. */
export const defaultSiteFile = join(dirname(fileURLToPath(import.meta.url)), '../../sites/western-australia/site.json');

/** Throws SiteFileError. */
export function readSiteFile(path: string): SiteFile {
  let text: string;
  try {
    // Opening a pipe would wait for a writer.
    if (!statSync(path).isFile()) throw new RangeError('it is not a file');
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw new SiteFileError(`the site file ${path} cannot be read: ${messageOf(error)}`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SiteFileError(`the site file ${path} is not JSON: ${messageOf(error)}`);
  }
  const result = siteFileSchema.safeParse(json);
  if (result.success) {
    const time = { ...result.data.time, rule: rulesOf(result.data).times.inWords };
    return { ...result.data, time, directory: dirname(resolve(path)) };
  }
  const faults = result.error.issues.map(({ path: members, message }) => {
    const member = members.map(String).join('.') || 'the file';
    return `${member}: ${message}`;
  });
  throw new SiteFileError(`the site file ${path} has faults: ${faults.join('; ')}`);
}

/** The part of a site file that pages, the explorer and the API use. */
export function siteOf(file: SiteFile): Site {
  const { title, language, tagline, description, introduction, subject, region, landingBox } = file;
  const { kinds, marks, mainMarks, owners, featureTypes, places, terms } = file;
  const { shortName, name, convertedMark, conversion, rule } = file.time;
  return {
    ...{ title, language, tagline, description, introduction, subject, region, landingBox },
    ...{ kinds, marks, mainMarks, owners, featureTypes, places, terms },
    time: { shortName, name, convertedMark, ...(conversion && { conversion }), rule },
    species: file.species.map(({ value, name: title, inSentence, otherNames, scientificName }) => ({
      ...{ value, name: title },
      ...(inSentence && { inSentence }),
      ...((otherNames ?? scientificName) && { otherNames: [otherNames ?? [], scientificName ?? []].flat() }),
    })),
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
