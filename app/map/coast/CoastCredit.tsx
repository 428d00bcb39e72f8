const openStreetMap = '© OpenStreetMap contributors';

/** The credits for the coast on the map; empty before one is drawn. */
export function CoastCredit({ attribution = '' }: { readonly attribution: string | undefined }) {
  const [before, after] = attribution.split(openStreetMap);
  return (
    <>
      <span className="map-scale-more">Coast: </span>
      {before}
      {after !== undefined && <a href="https://www.openstreetmap.org/copyright">{openStreetMap}</a>}
      {after}
    </>
  );
}
