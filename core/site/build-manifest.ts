import { sha256 } from '@noble/hashes/sha2.js';

/*
 * What the build of the explorer made, told in the last line of its service worker: from it anybody can see whether a
 * site sends the files of one build, whole.
 */

/** By path relative to the site's root, each file of the explorer with its fingerprint. */
export type ShellFiles = Readonly<Record<string, string>>;

export interface BuildManifest {
  readonly files: ShellFiles;
  /** Whether the script before the record is the one it was written for. */
  readonly matchesScript: boolean;
}

const lineStart = '// The files of this build: ';

/** Sixteen hexadecimal digits that change with the bytes. */
export function fingerprintOf(bytes: Uint8Array): string {
  return Array.from(sha256(bytes).subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A service worker's script with the record of its build after it. */
export function appendBuildManifest(script: string, files: ShellFiles): string {
  const whole = `${script.trimEnd()}\n`;
  return `${whole}${lineStart}${JSON.stringify({ script: fingerprintOfText(whole), files })}\n`;
}

/** Undefined when the last line is none: the script was cut off, or is of another kind. */
export function readBuildManifest(text: string): BuildManifest | undefined {
  const start = text.lastIndexOf(`\n${lineStart}`) + 1;
  if (start === 0 || !text.endsWith('}\n')) return undefined;
  let record: unknown;
  try {
    record = JSON.parse(text.slice(start + lineStart.length));
  } catch {
    return undefined;
  }
  if (typeof record !== 'object' || record === null || !('files' in record) || !('script' in record)) return undefined;
  if (!isShellFiles(record.files)) return undefined;
  return { files: record.files, matchesScript: record.script === fingerprintOfText(text.slice(0, start)) };
}

/**
 * The same script with the fingerprint of a file that was changed on purpose. Undefined where the record is none of this
 * script, or the file was another one already: what somebody has spoiled is not to look whole.
 */
export function updateBuildManifest(
  text: string,
  path: string,
  change: { readonly before: Uint8Array; readonly after: Uint8Array },
): string | undefined {
  const record = readBuildManifest(text);
  if (record?.matchesScript !== true || record.files[path] !== fingerprintOf(change.before)) return undefined;
  const script = text.slice(0, text.lastIndexOf(`\n${lineStart}`) + 1);
  return appendBuildManifest(script, { ...record.files, [path]: fingerprintOf(change.after) });
}

function isShellFiles(files: unknown): files is ShellFiles {
  return (
    typeof files === 'object' && files !== null && Object.values(files).every((value) => typeof value === 'string')
  );
}

function fingerprintOfText(text: string): string {
  return fingerprintOf(new TextEncoder().encode(text));
}
