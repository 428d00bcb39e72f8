import { useId, useState } from 'react';

import { Icon } from '../../components/Icon.tsx';
import type { TileSource } from '../tiles/tile-source.ts';

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
  const [isOpen, setOpen] = useState(false);
  const menuId = useId();

  return (
    <div className="map-move">
      <button
        type="button"
        className="button"
        data-size="icon"
        aria-label="Layers"
        title="Layers"
        aria-expanded={isOpen}
        aria-controls={menuId}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <Icon name="layers" />
      </button>
      <div id={menuId} className="map-layers map-layers-menu map-card" hidden={!isOpen}>
        <fieldset>
          <legend className="visually-hidden">Base map</legend>
          {[false, true].map((choice) => (
            <label key={String(choice)}>
              <input
                type="radio"
                name={menuId}
                checked={choice === isOverTiles}
                onChange={() => {
                  onChange(choice);
                }}
              />
              {choice ? `Map tiles from ${tiles.host}` : 'Chart (bundled)'}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  );
}
