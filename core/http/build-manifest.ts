import { sha256 } from '@noble/hashes/sha2.js';

/*
 * The last line of the service worker lists the files of the explorer's build with their fingerprints. With it, anyone
 * can check that a site serves the complete and unchanged files of one build.
 */

export type ShellFiles = Readonly<Record<string, string>>;

export interface BuildManifest {
  readonly files: ShellFiles;
  /** Whether the script above the manifest is the one that the manifest was written for. */
  readonly matchesScript: boolean;
}

const lineStart = '// The files of this build: ';

/** A hash of the bytes: sixteen hexadecimal digits. */
export function fingerprintOf(bytes: Uint8Array): string {
  return Array.from(sha256(bytes).subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Appends the manifest of its build to a service worker's script. */
export function appendBuildManifest(script: string, files: ShellFiles): string {
  const whole = `${script.trimEnd()}\n`;
  return `${whole}${lineStart}${JSON.stringify({ script: fingerprintOfText(whole), files })}\n`;
}

/** Returns undefined when the last line is not a manifest, for example because the script is truncated. */
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
 * Returns the script with the new fingerprint of a file that was changed deliberately. Returns undefined when the
 * manifest does not match the script, or the file had been changed before: the update must not hide damage.
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
