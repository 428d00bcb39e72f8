import type { CoastSource } from './chart-coast.ts';

/**
 * Reads `<meta name="coastwatch-coast" content="data/….json" data-attribution="…">`, which a build with `--coast` writes. Null
 * without one.
 */
export function readCoastSource(page: Document): CoastSource | null {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="coastwatch-coast"]');
  return meta && { url: new URL(meta.content, page.baseURI).href, attribution: meta.dataset['attribution'] ?? '' };
}
