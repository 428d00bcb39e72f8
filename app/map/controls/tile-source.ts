/** A publisher's own map, named in the page. */
export interface TileSource {
  /** An address with {z}, {x} and {y}. */
  readonly address: string;
  readonly host: string;
  readonly attribution: string;
}

/**
 * Reads `<meta name="coastwatch-tiles" content="https://…/{z}/{x}/{y}.png" data-attribution="…">`; null without one, or
 * with one that is no address of tiles. Nothing is asked from there before a person chooses it.
 */
export function readTileSource(page: Document): TileSource | null {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="coastwatch-tiles"]');
  const address = meta?.content.trim() ?? '';
  if (!['{z}', '{x}', '{y}'].every((part) => address.includes(part))) return null;
  try {
    // A template may name several hosts by {s}; as part of a host, braces are refused.
    const { protocol, host } = new URL(address.replace('{s}', 'a'), page.baseURI);
    if (protocol !== 'https:' && protocol !== 'http:') return null;
    return { address, host, attribution: meta?.dataset['attribution']?.trim() ?? '' };
  } catch {
    return null;
  }
}
