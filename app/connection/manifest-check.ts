import { manifestPath } from '../../core/storage/layout.ts';
import { fromCacheHeader } from '../../core/storage/worker-protocol.ts';

/** What a look at the site's manifest shows. */
export type ManifestCheck =
  | { readonly isFromHost: true; readonly dataVersion: string }
  /** The host is out of reach; `checkedAt` is when this device last had word from it, if the worker knows. */
  | { readonly isFromHost: false; readonly checkedAt: Date | null };

const patienceInMilliseconds = 8000;

/** Asks the host which version of the data stands now. Never rejects. */
export async function checkManifest(siteUrl: string, fetch: typeof globalThis.fetch): Promise<ManifestCheck> {
  try {
    const signal = AbortSignal.timeout(patienceInMilliseconds);
    const response = await fetch(siteUrl + manifestPath, { cache: 'no-cache', signal });
    const kept = response.headers.get(fromCacheHeader);
    if (kept !== null) return { isFromHost: false, checkedAt: parseDate(kept) };
    const dataVersion = response.ok ? dataVersionOf(await response.text()) : undefined;
    if (dataVersion !== undefined) return { isFromHost: true, dataVersion };
  } catch {
    // Out of reach, too slow, or something else in the manifest's place.
  }
  return { isFromHost: false, checkedAt: null };
}

/** Only a look: who uses the manifest checks all of it. */
function dataVersionOf(text: string): string | undefined {
  const manifest = JSON.parse(text) as { readonly content?: { readonly dataVersion?: unknown } } | null;
  const dataVersion = manifest?.content?.dataVersion;
  return typeof dataVersion === 'string' ? dataVersion : undefined;
}

function parseDate(text: string): Date | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}
