/** The credits for the coast on the map; nothing before one is drawn. */
export function CoastCredit({ attributions = [] }: { readonly attributions: readonly string[] | undefined }) {
  return (
    <>
      {attributions.length > 0 && <span className="map-scale-more">Coast: </span>}
      {attributions.map((attribution, index) => (
        <span key={attribution}>
          {index > 0 && ', '}
          {attribution.includes('© OpenStreetMap') ? (
            <a href="https://www.openstreetmap.org/copyright">{attribution}</a>
          ) : (
            attribution
          )}
        </span>
      ))}
    </>
  );
}
