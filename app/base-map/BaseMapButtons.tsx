import { openStreetMap, providerOf } from '../../core/http/base-maps.ts';
import { Button } from '../components/buttons.tsx';
import { restoreFocusOnUnmount } from '../components/focus-count.ts';
import { useBaseMap } from './use-base-map.ts';

/** A button for each base map, which shows it or the outline. */
export function BaseMapButtons() {
  const { baseMaps, chosen, choose } = useBaseMap();
  return baseMaps.map((baseMap) => (
    <Button
      key={baseMap.title}
      className="base-map-button small"
      aria-pressed={baseMap === chosen}
      title={`Loads pictures from ${providerOf(baseMap)}`}
      onClick={() => {
        choose(baseMap === chosen ? null : baseMap);
      }}
    >
      {baseMap.title}
    </Button>
  ));
}

/** A button that shows the first base map and says where it comes from. Nothing while a base map is shown. */
export function SeeBaseMap() {
  const { baseMaps, chosen, choose } = useBaseMap();
  const [first] = baseMaps;
  if (!first || chosen) return null;
  return (
    <span className="see-base-map" ref={restoreFocusOnUnmount}>
      <Button
        kind="plain"
        size="small"
        onClick={() => {
          choose(first);
        }}
      >
        See {first.title === openStreetMap.title ? 'streets' : first.title}
      </Button>
      <span className="small muted">
        {first.title} loads pictures from {providerOf(first)}
      </span>
    </span>
  );
}
