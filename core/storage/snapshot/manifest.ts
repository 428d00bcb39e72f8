import { kinds } from '../../datasets/kinds.ts';
import type { SiteRules } from '../../datasets/site.ts';
import { MalformedBytesError } from '../format/bytes.ts';
import { formatVersion, isObject } from '../format/envelope.ts';
import { contentHash, type FileReference } from '../format/file-reference.ts';
import { manifestPath } from '../format/layout.ts';
import { StoredDataError } from './store.ts';

export const manifestFormat = 'coastwatch-data';

/** One of the tables of identifier blocks, each for a run of identifiers. */
export interface IdentifierTableReference extends FileReference {
  /** The smallest identifier of its records. */
  readonly first: number;
}

export interface ManifestDataset {
  readonly records: number;
  /** The largest sort key, as published; null when there are no records. */
  readonly last: string | null;
  /** As in `areMidnightsDates`; absent if not. */
  readonly midnightsAreDates?: true | undefined;
  /** The next three are tables: of list shards, of tiles, and of column chunks. */
  readonly list: FileReference;
  readonly tiles: FileReference;
  readonly columns: FileReference;
  /** The tables of identifier blocks, in ascending order; empty if there are no records. */
  readonly identifiers: readonly IdentifierTableReference[];
  /** For each group of detail columns, in the order of the dataset's description, the table of its chunks. */
  readonly details: readonly FileReference[];
  /** The index that `Flatbush.from` opens; null if there are no records. */
  readonly flatbush: FileReference | null;
  /** The parts, in order, of the file with the identifiers of the records at each point of the index. */
  readonly points: readonly FileReference[];
}

/** An earlier version, with the list of its files. */
export interface PreviousVersion {
  readonly dataVersion: string;
  readonly inventory: FileReference;
}

/** The only file under `data/` that changes: it names the current version and its files. */
export interface Manifest {
  /** Identifies the data: the same records always have the same version. */
  readonly dataVersion: string;
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  /** Whether the records are invented. Every page and download must say so. */
  readonly sample: boolean;
  readonly target: 'static' | 'compute';
  /** How the records are read. Undefined in the manifests of earlier releases, which only builds accept. */
  readonly rules?: SiteRules | undefined;
  /** By dataset name. */
  readonly datasets: Readonly<Record<string, ManifestDataset>>;
  /** The documents that the API serves, by name. Undefined in the manifests of older releases. */
  readonly documents?: Readonly<Record<string, FileReference>>;
  /** A JSON array of all files of this version under data/, except the manifest. */
  readonly inventory: FileReference;
  /** Newest first. Their files are still in the tree, so that requests in progress can finish. */
  readonly previous: readonly PreviousVersion[];
}

/** `{"format", "version", "checksum", "content"}`: the checksum is the content hash of the content's JSON. */
export async function encodeManifest(manifest: Manifest): Promise<Uint8Array<ArrayBuffer>> {
  const content = JSON.stringify(manifest);
  const checksum = await contentHash(new TextEncoder().encode(content));
  const start = JSON.stringify({ format: manifestFormat, version: formatVersion, checksum }).slice(0, -1);
  return new TextEncoder().encode(`${start},"content":${content}}`);
}

/** Throws MalformedBytesError with a message that says what is wrong. */
export async function decodeManifest(bytes: Uint8Array<ArrayBuffer>): Promise<Manifest> {
  // If the power fails before the file system has written the content, the file may be empty or contain only zero
  // bytes.
  if (bytes.every((byte) => byte === 0)) {
    const found = bytes.length === 0 ? 'is empty' : 'contains only zero bytes';
    throw new MalformedBytesError(`${found}, as after a power loss`);
  }
  const text = new TextDecoder().decode(bytes);
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch {
    throw new MalformedBytesError('not JSON');
  }
  if (!isObject(envelope) || envelope['format'] !== manifestFormat) {
    throw new MalformedBytesError('not a Coastwatch manifest');
  }
  const { version, content } = envelope;
  if (version !== formatVersion) {
    const found = 'version' in envelope ? JSON.stringify(version) : 'none';
    throw new MalformedBytesError(`manifest version ${found}, while this reader knows version ${formatVersion}`);
  }
  const contentStart = text.indexOf(',"content":') + ',"content":'.length;
  const checksum = await contentHash(new TextEncoder().encode(text.slice(contentStart, -1)));
  if (envelope['checksum'] !== checksum) {
    throw new MalformedBytesError('the content does not match its checksum');
  }
  if (!isManifest(content)) throw new MalformedBytesError('the content is not a manifest');
  return content;
}

/** Throws StoredDataError when the manifest is that of an earlier release. */
export function requireRules({ rules }: Pick<Manifest, 'rules'>): SiteRules {
  if (!rules) throw new StoredDataError(manifestPath, 'was built by an earlier release: build the data again');
  return rules;
}

/** A checksum detects damage, but anyone can write one. Values used as paths or counts are therefore checked too. */
function isManifest(content: unknown): content is Manifest {
  if (!isObject(content)) return false;
  const { dataVersion, builtAt, sample, target, rules, datasets, documents = {}, inventory, previous } = content;
  return (
    typeof dataVersion === 'string' &&
    typeof builtAt === 'string' &&
    typeof sample === 'boolean' &&
    (target === 'static' || target === 'compute') &&
    isReference(inventory) &&
    (rules === undefined || isSiteRules(rules)) &&
    isObject(datasets) &&
    Object.values(datasets).every(isDataset) &&
    isObject(documents) &&
    Object.values(documents).every(isReference) &&
    Array.isArray(previous) &&
    previous.every(
      (version) => isObject(version) && typeof version['dataVersion'] === 'string' && isReference(version['inventory']),
    )
  );
}

function isSiteRules(rules: unknown): rules is SiteRules {
  if (!isObject(rules)) return false;
  const { times, interactions, otherSpecies, unidentifiedSpecies } = rules;
  return (
    isTimeRule(times) &&
    Array.isArray(interactions) &&
    interactions.every(
      (each) => isObject(each) && typeof each['value'] === 'string' && kinds.some((kind) => kind === each['kind']),
    ) &&
    isTexts(otherSpecies) &&
    isTexts(unidentifiedSpecies)
  );
}

function isTimeRule(times: unknown): boolean {
  if (!isObject(times)) return false;
  const { zone, name, offsets, utcBefore = '0000-01-01T00:00:00', utcOwners = [], inWords } = times;
  return (
    isTexts([zone, name, inWords]) &&
    typeof utcBefore === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(utcBefore) &&
    isTexts(utcOwners) &&
    Array.isArray(offsets) &&
    offsets.length > 0 &&
    offsets.every(
      (each, index) =>
        Array.isArray(each) &&
        each.length === 2 &&
        each.every(Number.isSafeInteger) &&
        (index === 0 || each[0] > offsets[index - 1][0]),
    )
  );
}

const isTexts = (values: unknown): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === 'string');

function isDataset(dataset: unknown): boolean {
  if (!isObject(dataset)) return false;
  const { records, last, midnightsAreDates, list, tiles, identifiers, columns, details, flatbush, points } = dataset;
  const isLastValid = last === null || typeof last === 'string';
  const isFlatbushValid = flatbush === null || isReference(flatbush);
  return (
    Number.isSafeInteger(records) &&
    isLastValid &&
    (midnightsAreDates === undefined || midnightsAreDates === true) &&
    isFlatbushValid &&
    Array.isArray(details) &&
    Array.isArray(points) &&
    Array.isArray(identifiers) &&
    identifiers.every((table) => isObject(table) && Number.isSafeInteger(table['first'])) &&
    [list, tiles, columns, ...identifiers, ...details, ...points].every(isReference)
  );
}

function isReference(reference: unknown): boolean {
  if (!isObject(reference)) return false;
  const { hash, bytes } = reference;
  return typeof hash === 'string' && /^[0-9a-f]{32}$/.test(hash) && Number.isSafeInteger(bytes);
}
