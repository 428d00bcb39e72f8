import { closeSync, constants, openSync, readSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { type BaseMap, openStreetMap } from '../../core/http/base-maps.ts';
import type { SiteFile } from '../site/site-file.ts';
import { sha256Of } from '../write/plain-files.ts';
import type { TreeOnDisk } from '../write/tree-sink.ts';

/** A base map as the command line names it. */
export interface BaseMapOption extends BaseMap {
  /** The local file that is copied into the site; null if the map is loaded from elsewhere. */
  readonly file: string | null;
}

export const baseMapUsage = `  --base-map MAP                a base map that users can show below the marks; may be repeated: osm, none, or
                                "TITLE=ADDRESS|CREDIT", where ADDRESS is a URL with {z}, {x} and {y}, or the URL or the
                                file of a PMTiles archive (.pmtiles); default: those of the site file, or else osm`;

const example = '"Satellite=https://tiles.example.org/{z}/{x}/{y}.jpg|© Example Imagery"';
const maxTitleLength = 20;
const maxCreditLength = 200;

type Refuse = (message: string) => never;

/** The base maps that the command line names. `refuse` is called with a one-line message when one cannot be used. */
export function readBaseMaps(texts: readonly string[] | undefined, refuse: Refuse): readonly BaseMapOption[] {
  if (texts === undefined) return [streets];
  if (texts.includes('none')) {
    if (texts.length > 1) refuse('--base-map none cannot be combined with another --base-map.');
    return [];
  }
  const maps = texts.map((text) => {
    const refuseMap: Refuse = (reason) => refuse(`--base-map ${JSON.stringify(text)} ${reason}`);
    return text === 'osm' ? streets : readBaseMap(partsOf(text, refuseMap), refuseMap);
  });
  const twice = titleTwice(maps);
  if (twice !== undefined)
    refuse(`two --base-map options have the title ${JSON.stringify(twice)}: titles must differ.`);
  return maps;
}

/** The base maps of a site file, whose addresses are relative to it. `refuse` is called with the member and its fault. */
export function baseMapsOfSite(
  { baseMaps = ['osm'], directory }: Pick<SiteFile, 'baseMaps' | 'directory'>,
  refuse: Refuse,
): readonly BaseMapOption[] {
  const maps = baseMaps.map((map, index) => {
    if (map === 'osm') return streets;
    const address = isUrl(map.address) ? map.address : resolve(directory, map.address);
    return readBaseMap({ ...map, address }, (reason) => refuse(`baseMaps.${index}: ${reason}`));
  });
  const twice = titleTwice(maps);
  if (twice !== undefined) refuse(`baseMaps: two have the title ${JSON.stringify(twice)}: titles must differ.`);
  return maps;
}

const streets: BaseMapOption = { ...openStreetMap, file: null };
const isUrl = (address: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(address);
const titleTwice = (maps: readonly BaseMapOption[]): string | undefined =>
  maps.find(({ title }, index) => maps.findIndex((each) => each.title === title) < index)?.title;

interface BaseMapParts {
  readonly title: string;
  readonly address: string;
  readonly credit: string;
}

function partsOf(text: string, refuse: Refuse): BaseMapParts {
  const parts = /^([^=|]+)=([^|]+)\|(.+)$/
    .exec(text)
    ?.slice(1)
    .map((part) => part.trim());
  if (!parts) refuse(`is not osm, none or TITLE=ADDRESS|CREDIT; for example ${example}.`);
  const [title = '', address = '', credit = ''] = parts;
  return { title, address, credit };
}

function readBaseMap({ title, address, credit }: BaseMapParts, refuse: Refuse): BaseMapOption {
  for (const [name, part, maxLength] of [
    ['title', title, maxTitleLength],
    ['credit', credit, maxCreditLength],
  ] as const) {
    if (part === '' || part.length > maxLength || /[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(part))
      refuse(`has a ${name} that is not one line of 1 to ${maxLength} characters.`);
  }
  const named = { title, credit, isInvertible: false };
  if (!isUrl(address)) {
    checkArchive(address, refuse);
    return { ...named, kind: 'archive', url: '', file: address };
  }
  return { ...named, ...readUrl(address, refuse), file: null };
}

function readUrl(address: string, refuse: (reason: string) => never): Pick<BaseMap, 'kind' | 'url'> {
  const placeholders = Array.from(address.matchAll(/\{([^}]*)\}/g), ([, name = '']) => name);
  const plain = address.replaceAll('{s}', 'a').replaceAll(/\{[^}]*\}/g, '0');
  const url = /^https?:\/\/[^/\\]/i.test(address) && URL.canParse(plain) ? new URL(plain) : undefined;
  if (url === undefined) refuse('has an address that is not an http or https URL.');
  if (url.username !== '' || url.password !== '')
    refuse('has an address with a user name or a password, which would be public.');
  const unknown = placeholders.find((name) => !['z', 'x', 'y', 's', 'r'].includes(name));
  if (unknown !== undefined) refuse(`has the unknown placeholder {${unknown}}: use {z}, {x}, {y}, {s} and {r}.`);
  if (/\{(?!s\}\.)[^}]*\}/.test(/^[^/]*\/\/[^/]*/.exec(address)?.[0] ?? ''))
    refuse('has a placeholder in its host: only {s}, followed by a dot, can be there.');
  // The host becomes part of the content security policy, in which other characters have a meaning, also those of IPv6.
  if (!/^[a-z0-9.-]+$/.test(url.hostname))
    refuse('has an address whose host is not a name of letters, digits, dots and hyphens.');
  if (['z', 'x', 'y'].every((name) => placeholders.includes(name))) return { kind: 'tiles', url: address };
  if (placeholders.length === 0 && url.pathname.endsWith('.pmtiles')) return { kind: 'archive', url: url.href };
  refuse('has an address that is neither a template with {z}, {x} and {y} nor a file that ends in .pmtiles.');
}

const headerLength = 127;
/** The types of tiles that the explorer draws, by their number in the header: MVT, PNG, JPEG, WebP and AVIF. */
const drawableTileTypes = [1, 2, 3, 4, 5];
/** The number of gzip in the header; 0 is unknown, 1 is none, and larger ones are formats that browsers do not decompress. */
const gzip = 2;

/** Refuses a file that is not a PMTiles archive of version 3, whose header says that in fixed positions. */
function checkArchive(file: string, refuse: (reason: string) => never): void {
  const header = Buffer.alloc(headerLength);
  let length = 0;
  try {
    // Opening a named pipe would wait for a writer.
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      length = readSync(descriptor, header);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    refuse(`names the file ${file}, which cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (length < headerLength || header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
    refuse(`names the file ${file}, which is not a PMTiles archive of version 3.`);
  if ([97, 98].some((position) => header.readUInt8(position) > gzip))
    refuse(
      `names the file ${file}, whose compression is neither none nor gzip, the only ones that browsers decompress.`,
    );
  if (!drawableTileTypes.includes(header.readUInt8(99)))
    refuse(`names the file ${file}, whose tiles are neither images nor vector tiles (MVT).`);
}

/**
 * Copies the archives that are local files into the site, under names with a hash of their content. Returns the base
 * maps with their addresses in the site.
 */
export async function addBaseMaps(options: readonly BaseMapOption[], tree: TreeOnDisk): Promise<readonly BaseMap[]> {
  const maps: BaseMap[] = [];
  for (const { file, ...map } of options) {
    if (file === null) {
      maps.push(map);
      continue;
    }
    const url = `assets/base-map-${(await sha256Of(file)).slice(0, 16)}.pmtiles`;
    // A clone where the file system has them, because an archive can be large.
    await copyFile(file, tree.targetOf(url), constants.COPYFILE_FICLONE);
    tree.expect(url);
    maps.push({ ...map, url });
  }
  return maps;
}
