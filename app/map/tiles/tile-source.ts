/** A publisher's own map, named in the page. */
export interface TileSource {
  /** For tiles, a URL template with {z}, {x} and {y}; for an archive, the URL of the file. */
  readonly address: string;
  readonly kind: 'tiles' | 'archive';
  readonly host: string;
  readonly attribution: string;
}

/**
 * Reads `<meta name="coastwatch-tiles" content="https://…/{z}/{x}/{y}.png" data-attribution="…">`, or with the address
 * of a PMTiles archive of raster tiles; null without one, or with one that is neither. Nothing is requested from there
 * before the user selects it.
 */
export function readTileSource(page: Document): TileSource | null {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="coastwatch-tiles"]');
  const address = meta?.content.trim() ?? '';
  try {
    // A template may name several hosts by {s}; as part of a host, braces are refused.
    const { protocol, host, pathname } = new URL(address.replace('{s}', 'a'), page.baseURI);
    if (address === '' || (protocol !== 'https:' && protocol !== 'http:')) return null;
    const isTemplate = ['{z}', '{x}', '{y}'].every((part) => address.includes(part));
    if (!isTemplate && !pathname.endsWith('.pmtiles')) return null;
    const kind = isTemplate ? 'tiles' : 'archive';
    return { address, kind, host, attribution: meta?.dataset['attribution']?.trim() ?? '' };
  } catch {
    return null;
  }
}
