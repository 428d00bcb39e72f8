import { useId } from 'react';

import type { TileSource } from '../tiles/tile-source.ts';
import { MapDisclosure } from './MapDisclosure.tsx';

/** The choice between the bundled chart and a publisher's tiles. */
export function LayersMenu({
  tiles,
  isOverTiles,
  onChange,
}: {
  readonly tiles: TileSource;
  readonly isOverTiles: boolean;
  readonly onChange: (isOverTiles: boolean) => void;
}) {
  const name = useId();

  return (
    <MapDisclosure label="Layers" icon="layers" className="map-layers map-layers-menu">
      <fieldset>
        <legend className="visually-hidden">Base map</legend>
        {[false, true].map((choice) => (
          <label key={String(choice)}>
            <input
              type="radio"
              name={name}
              checked={choice === isOverTiles}
              onChange={() => {
                onChange(choice);
              }}
            />
            {choice ? `Map tiles from ${tiles.host}` : 'Chart (bundled)'}
          </label>
        ))}
      </fieldset>
    </MapDisclosure>
  );
}
