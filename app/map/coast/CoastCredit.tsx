/** The credit for the coast on the map; nothing before one is drawn. */
export function CoastCredit({ attribution }: { readonly attribution: string | undefined }) {
  if (attribution === undefined) return null;
  const isOpenStreetMap = attribution.includes('OpenStreetMap');
  return (
    <>
      <span className="map-scale-more">Coast: </span>
      {isOpenStreetMap ? <a href="https://www.openstreetmap.org/copyright">{attribution}</a> : attribution}
    </>
  );
}
