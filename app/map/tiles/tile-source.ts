/** A publisher's map tiles, as configured in the page. */
export interface TileSource {
  /** For tiles, a URL template with {z}, {x} and {y}; for an archive, the URL of the file. */
  readonly address: string;
  readonly kind: 'tiles' | 'archive';
  readonly host: string;
  readonly attribution: string;
}

/**
 * Reads `<meta name="coastwatch-tiles" content="https://…/{z}/{x}/{y}.png" data-attribution="…">`. The content may also
 * be the URL of a PMTiles archive of raster tiles. Null without such an element or with any other content. Nothing is
 * requested from the host before the user selects the tiles.
 */
export function readTileSource(page: Document): TileSource | null {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="coastwatch-tiles"]');
  const address = meta?.content.trim() ?? '';
  try {
    // A template may contain {s} for several hosts. A URL with braces in its host cannot be parsed.
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
