import type { DatasetDescription } from '../core/datasets/dataset-description.ts';
import { rawDataOutline } from '../core/datasets/outlines.ts';
import type { Site } from '../core/datasets/site.ts';
import type { SiteFile } from './site/site-file.ts';

/**
 * What the publisher states about the data, in the site file or in options of the build. Nothing is assumed: without a
 * licence, no page or document calls the data open, and the licence of this software does not apply to the data.
 */
export interface Rights {
  readonly licenceUrl?: string;
  readonly publisher?: { readonly name: string; readonly url?: string };
  readonly attribution?: string;
  /** A page with live warnings, to which the explorer links. */
  readonly warningsUrl?: string;
}

/** What the publisher states about the data and the site. */
export interface Publication extends Rights {
  readonly site: SiteFile;
}

export const rightsUsage = `  --licence URL                 URL of the licence of the data; this and the next four: default that of the site
                                file, or else none
  --publisher NAME              who publishes the data, for pages, metadata and feeds
  --publisher-url URL           website of the publisher; needs --publisher
  --attribution TEXT            how to credit the publisher
  --warnings-url URL            page with live warnings, to which the explorer links`;

export const rightsOptions = {
  licence: { type: 'string' },
  publisher: { type: 'string' },
  'publisher-url': { type: 'string' },
  attribution: { type: 'string' },
  'warnings-url': { type: 'string' },
} as const;

type RightsValues = { readonly [Name in keyof typeof rightsOptions]?: string | undefined };

const maxNameLength = 200;
const maxAttributionLength = 1000;

/**
 * @param refuse must throw; called with a one-line message when a value cannot be published
 * @param prefix of the names in messages
 */
export function readRights(values: RightsValues, refuse: (message: string) => never, prefix = '--'): Rights {
  const licenceUrl = readUrl(`${prefix}licence`, values.licence, refuse);
  const name = readLine(`${prefix}publisher`, values.publisher, maxNameLength, refuse);
  const url = readUrl(`${prefix}publisher-url`, values['publisher-url'], refuse);
  const attribution = readLine(`${prefix}attribution`, values.attribution, maxAttributionLength, refuse);
  const warningsUrl = readUrl(`${prefix}warnings-url`, values['warnings-url'], refuse);
  if (url !== undefined && name === undefined)
    refuse(`${prefix}publisher-url needs ${prefix}publisher: name the publisher, too.`);
  return {
    ...(licenceUrl !== undefined && { licenceUrl }),
    ...(name !== undefined && { publisher: { name, ...(url !== undefined && { url }) } }),
    ...(attribution !== undefined && { attribution }),
    ...(warningsUrl !== undefined && { warningsUrl }),
  };
}

function readUrl(option: string, text: string | undefined, refuse: (message: string) => never): string | undefined {
  if (text === undefined) return undefined;
  const shown = JSON.stringify(text);
  const url = /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) refuse(`${option} ${shown} is not a URL that begins with https:// or http://.`);
  if (url.username !== '' || url.password !== '') {
    refuse(`${option} contains a user name or a password, which everyone could read: leave them out.`);
  }
  return url.href;
}

/** One line of text, trimmed; undefined when not given. */
function readLine(
  option: string,
  text: string | undefined,
  maxLength: number,
  refuse: (message: string) => never,
): string | undefined {
  if (text === undefined) return undefined;
  const line = text.trim();
  if (line === '') refuse(`${option} is empty: leave it out, or give some text.`);
  // Control characters, line breaks and unpaired surrogates: XML cannot contain them, and a name is one line.
  if (/[\p{Cc}\p{Surrogate}\u2028\u2029\ufffe\uffff]/u.test(line)) {
    refuse(`${option} contains a line break or another control character: give one line of text.`);
  }
  if (line.length > maxLength) refuse(`${option} has ${line.length} characters: give at most ${maxLength}.`);
  return line;
}

/**
 * Publisher, attribution and licence as sentences, for formats with one field for all rights. Empty if none was stated.
 */
export function statedRights({ publisher, attribution, licenceUrl }: Rights): readonly string[] {
  return [
    ...(publisher === undefined ? [] : [`Published by ${publisher.name}.`]),
    ...(attribution === undefined ? [] : [`Attribution: ${attribution}`]),
    ...(licenceUrl === undefined ? [] : [`Licence: ${licenceUrl}`]),
  ];
}

/** The terms of use, then what the publisher stated, for formats with one field for all rights. */
export function describeRights(publication: Publication): string {
  return ['Terms of use:', ...publication.site.terms, ...statedRights(publication)].join(' ');
}

/** The notice in everything that describes sample data. */
export const sampleNotice = 'This is sample data: every record is invented.';

/** The meaning of a dataset, with the notice about the positions of records if the site has one. */
export function describeMeaning({ name, meaning }: DatasetDescription, { positions }: Site): string {
  return name === rawDataOutline.name && positions ? `${meaning} ${positions.notice}` : meaning;
}

/** The points of a record, each in a sentence, and how those of records were derived if the site says so. */
export function describeDerivations({ name, positions }: DatasetDescription, site: Site): readonly string[] {
  const points = positions.map(
    ({ longitudeField, latitudeField, meaning }) =>
      `${longitudeField} (longitude), ${latitudeField} (latitude): ${meaning}`,
  );
  return name === rawDataOutline.name ? [...points, ...(site.positions?.derivation ?? [])] : points;
}
