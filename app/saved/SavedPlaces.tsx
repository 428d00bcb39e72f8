import { type ReactNode, useState } from 'react';

import { Button, IconButton } from '../components/buttons.tsx';
import { MarkIcon } from '../components/Icon.tsx';
import type { RecordRow } from '../engine/engine.ts';
import { useEngineQuery } from '../explorer/use-engine-query.ts';
import { useSelectionLink } from '../explorer/use-selection-link.ts';
import { useExplorer } from '../explorer/use-explorer.ts';
import { bringIntoView } from '../view/search-around.ts';
import { formatLocalTime } from '../vocabulary/dates.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { site } from '../vocabulary/site.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import { type NewRecords, newRecordsText, useNewRecords, useSavedPlaces } from './use-saved-places.ts';
import {
  keyOf,
  type SavablePlace,
  type SavedPlace,
  savedPlacesOf,
  savedRadiusInMetres,
  selectionOf,
} from './saved-places.ts';
import './saved-places.css';

/** More saved places than this are only in the list that opens below them. */
const mostChips = 6;

/** More new records than this are counted, but not listed. */
const mostListed = 5;

/** The saved places: which of them have new records, and a list to open and remove them. */
export default function SavedPlaces() {
  const store = savedPlacesOf(useExplorer().siteUrl);
  const places = useSavedPlaces();
  const news = useNewRecords(places);
  const [undo, setUndo] = useState<{ readonly text: string; readonly restore: () => void } | null>(null);

  function remove(removed: readonly SavedPlace[], text: string): void {
    setUndo({ text, restore: store.remove(removed) });
  }

  if (places.length === 0 && undo === null) return null;
  return (
    <section className="saved-places flex-none ruled label break-anywhere" aria-labelledby="saved-places-title">
      <h2 id="saved-places-title" className="visually-hidden">
        Saved places
      </h2>
      {[...news.values()].map((each) => (
        <News
          key={keyOf(each.place)}
          news={each}
          onSeen={() => {
            store.markSeen(each.place, each.seen);
          }}
        />
      ))}
      {places.length === 0 ? null : (
        <>
          <ul className="saved-places-chips row wrap gap-4" aria-label="Places saved on this device">
            {places.slice(0, mostChips).map((place) => (
              <li key={keyOf(place)}>
                <PlaceLink place={place} className="button not-strong">
                  <bdi>{place.name}</bdi>
                </PlaceLink>
              </li>
            ))}
          </ul>
          <details className="saved-places-all">
            <summary>{countOf(places.length, 'saved place')}</summary>
            <ul className="saved-places-list">
              {places.map((place) => (
                <li key={keyOf(place)} className="row">
                  <PlaceLink place={place} className="grow">
                    <bdi>{place.name}</bdi>
                  </PlaceLink>
                  <span className="figure strong">
                    {news.has(keyOf(place)) ? `${news.get(keyOf(place))?.ids.length ?? 0} new` : ''}
                  </span>
                  <IconButton
                    icon="close"
                    iconSize={16}
                    kind="plain"
                    label={`Remove ${place.name}`}
                    onClick={() => {
                      remove([place], `Removed ${place.name}.`);
                    }}
                  />
                </li>
              ))}
            </ul>
            <p className="muted">Saved on this device only.</p>
            <Button
              kind="plain"
              size="small"
              onClick={() => {
                remove(places, 'Removed all saved places.');
              }}
            >
              Remove all
            </Button>
          </details>
        </>
      )}
      <div role="status">
        {undo === null ? null : (
          <p>
            {undo.text}{' '}
            <Button
              kind="plain"
              size="small"
              onClick={() => {
                undo.restore();
                setUndo(null);
              }}
            >
              Undo
            </Button>
          </p>
        )}
      </div>
    </section>
  );
}

/** "New near Trigg since 2 July: 1 sighting and 2 visits", with the records. */
function News({ news, onSeen }: { readonly news: NewRecords; readonly onSeen: () => void }) {
  const { place, ids, counts } = news;
  const rows = useRecords(ids, place);
  const linkTo = useSelectionLink();
  return (
    <div className="saved-places-news">
      <p className="row apart strong">
        <PlaceLink place={place}>{newRecordsText(counts, place.seenAt, place)}</PlaceLink>
        <Button kind="plain" size="small" onClick={onSeen}>
          Seen<span className="visually-hidden">: {place.name}</span>
        </Button>
      </p>
      <ul className="saved-places-records">
        {rows.map((row) => (
          <li key={row.id} className="row">
            <MarkIcon mark={row.mark} size={14} />
            <a {...linkTo({ kind: 'record', id: row.id })}>
              <bdi>{speciesName(row.species)}</bdi> {site.kinds[row.interaction].verb},{' '}
              {formatLocalTime(row.dateTime, row.timeBasis)}
            </a>
          </li>
        ))}
        {ids.length > rows.length && rows.length === mostListed ? <li>and {ids.length - rows.length} more</li> : null}
      </ul>
    </div>
  );
}

/** The new records that were added last, newest first; none until they are read. */
function useRecords(ids: readonly number[], { position }: SavablePlace): readonly RecordRow[] {
  const { engine } = useExplorer();
  const listed = ids.slice(-mostListed);
  const found = useEngineQuery(`records ${listed.join(' ')}`, () =>
    Promise.all(listed.map((id) => engine.record(id, position))),
  );
  if (found.state !== 'ready') return [];
  return found.value.filter((row) => row !== null).sort((a, b) => (a.dateTime < b.dateTime ? 1 : -1));
}

interface PlaceLinkProps {
  readonly place: SavablePlace;
  readonly className?: string;
  readonly children: ReactNode;
}

function PlaceLink({ place, className, children }: PlaceLinkProps) {
  const { view } = useExplorer();
  const { href, onClick } = useSelectionLink()(selectionOf(place));
  return (
    <a
      className={className}
      href={href}
      onClick={(event) => {
        onClick(event);
        if (!event.defaultPrevented) return;
        bringIntoView(view.getState(), { centre: place.position, radiusInMetres: savedRadiusInMetres });
      }}
    >
      {children}
    </a>
  );
}
