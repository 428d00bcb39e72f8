/*
 * The maps of other providers that users may choose to see below the marks. The build writes them into the page of the
 * explorer, which reads them there.
 */

export interface BaseMap {
  /** What the button says. */
  readonly title: string;
  /** For tiles, a URL template of images; for an archive, the URL of a PMTiles file, relative to the page if it is in the site. */
  readonly kind: 'tiles' | 'archive';
  readonly url: string;
  /** The credit that its provider requires, as text. */
  readonly credit: string;
  /** Whether the map is light and has no photographs, so that inverted colours suit dark mode. */
  readonly isInvertible: boolean;
}

/** The name of the `<meta>` element whose content is the list of base maps, as JSON. */
export const baseMapsMetaName = 'coastwatch-base-maps';

/** The standard tiles of OpenStreetMap, whose policy requires this address and this credit. */
export const openStreetMap: BaseMap = {
  title: 'Streets',
  kind: 'tiles',
  url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  credit: '© OpenStreetMap contributors',
  isInvertible: true,
};

/** Leaflet distributes requests for a template with `{s}` over these subdomains. */
export const tileSubdomains = ['a', 'b', 'c'] as const;

/** The origins that a base map is loaded from; none for a file of the site. */
export function originsOf({ url }: BaseMap): readonly string[] {
  const hosts = url.includes('{s}') ? tileSubdomains.map((each) => url.replaceAll('{s}', each)) : [url];
  return hosts.filter((each) => /^https?:/i.test(each)).map((each) => new URL(each).origin);
}

/** The host that a base map is loaded from, for people: "openstreetmap.org"; "this site" for a file of the site. */
export function providerOf(baseMap: BaseMap): string {
  const [origin] = originsOf(baseMap);
  if (origin === undefined) return 'this site';
  const { host } = new URL(baseMap.url.replace('{s}.', ''));
  return host.replace(/^tiles?\./, '');
}
