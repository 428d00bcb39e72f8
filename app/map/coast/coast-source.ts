/** Where to read a publisher's coast, and its credit. */
export interface CoastSource {
  /** The absolute URL of its index. */
  readonly url: string;
  readonly attribution: string;
}

/**
 * Reads `<meta name="coastwatch-coast" content="data/….json" data-attribution="…">`, which a build with `--coast` writes. Null
 * without one.
 */
export function readCoastSource(page: Document): CoastSource | null {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="coastwatch-coast"]');
  return meta && { url: new URL(meta.content, page.baseURI).href, attribution: meta.dataset['attribution'] ?? '' };
}
