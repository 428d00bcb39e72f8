import { contentHash } from './content-hash.ts';
import type { FileReference } from './directory.ts';
import { MalformedBytesError } from './bytes.ts';

export const manifestFormat = 'coastwatch-data';
export const manifestVersion = 1;

export interface ManifestDataset {
  readonly records: number;
  /** The largest sort key, as published; null when there are no records. */
  readonly last: string | null;
  readonly directory: FileReference;
}

/** A version that stood before, and the list of its files. */
export interface PreviousVersion {
  readonly dataVersion: string;
  readonly inventory: FileReference;
}

/** The one file of the tree that changes: which version stands now, and where its files are. */
export interface Manifest {
  /** Names the data: the same records give the same version. */
  readonly dataVersion: string;
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  /** Made up by the sample generator: every place where a person reads of the data must say so. */
  readonly sample: boolean;
  readonly target: 'static' | 'compute';
  /** By dataset name. */
  readonly datasets: Readonly<Record<string, ManifestDataset>>;
  /** A JSON array of every file of this version under data/, but for the manifest. */
  readonly inventory: FileReference;
  /** Newest first; their files are still in the tree, for readers who began with them. */
  readonly previous: readonly PreviousVersion[];
}

/** `{"format", "version", "checksum", "content"}`: the checksum is the content hash of the content's JSON. */
export async function encodeManifest(manifest: Manifest): Promise<Uint8Array<ArrayBuffer>> {
  const content = JSON.stringify(manifest);
  const checksum = await contentHash(new TextEncoder().encode(content));
  const start = JSON.stringify({ format: manifestFormat, version: manifestVersion, checksum }).slice(0, -1);
  return new TextEncoder().encode(`${start},"content":${content}}`);
}

/** Throws MalformedBytesError in words that say what is wrong. */
export async function decodeManifest(bytes: Uint8Array<ArrayBuffer>): Promise<Manifest> {
  const text = new TextDecoder().decode(bytes);
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch {
    throw new MalformedBytesError('not JSON');
  }
  if (
    typeof envelope !== 'object' ||
    envelope === null ||
    !('format' in envelope) ||
    envelope.format !== manifestFormat
  ) {
    throw new MalformedBytesError('not a Coastwatch manifest');
  }
  if (!('version' in envelope) || envelope.version !== manifestVersion) {
    const found = 'version' in envelope ? JSON.stringify(envelope.version) : 'none';
    throw new MalformedBytesError(`manifest version ${found}, while this reader knows version ${manifestVersion}`);
  }
  const contentStart = text.indexOf(',"content":') + ',"content":'.length;
  const checksum = await contentHash(new TextEncoder().encode(text.slice(contentStart, -1)));
  if (!('checksum' in envelope) || envelope.checksum !== checksum) {
    throw new MalformedBytesError('the content does not match its checksum');
  }
  // The checksum says that encodeManifest wrote it, in this version of the format.
  return (envelope as unknown as { readonly content: Manifest }).content;
}
