import { openStreetMap as openStreetMapTiles } from '../../../core/http/base-maps.ts';

const { credit: openStreetMap } = openStreetMapTiles;

/** The credit for the coast or the base map. Without a text, only the label is shown. */
export function Credit({ label, text = '' }: { readonly label: string; readonly text: string | undefined }) {
  const [before, ...rest] = text.split(openStreetMap);
  const after = rest.length === 0 ? undefined : rest.join(openStreetMap);
  return (
    <>
      <span className="map-scale-more">{label}: </span>
      {before}
      {after !== undefined && <a href="https://www.openstreetmap.org/copyright">{openStreetMap}</a>}
      {after}
    </>
  );
}
