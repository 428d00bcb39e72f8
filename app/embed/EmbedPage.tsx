import { useEffect, useState } from 'react';

import { useData, useQueryState, useResult, useSession, useView } from '../session/use-session.ts';
import type { ViewState } from '../view/view-state.ts';
import { addressOf } from '../view/view-url.ts';
import { formatRadius } from '../vocabulary/distances.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { plainText } from '../vocabulary/text.ts';
import { EmbeddedMap } from './EmbeddedMap.tsx';

interface EmbedPageProps {
  readonly isInFrame: boolean;
  /** Resolves when the view of the map is known; null if it is known already. */
  readonly positioned: Promise<unknown> | null;
}

/** The page that other sites embed: map, circle, count, disclaimer and credit. */
export function EmbedPage({ isInFrame, positioned }: EmbedPageProps) {
  // Otherwise the map would first show the whole coast, and then jump.
  const [isPositioned, setPositioned] = useState(positioned === null);
  useEffect(() => {
    void positioned?.then(() => {
      setPositioned(true);
    });
  }, [positioned]);
  const data = useData();
  const failure = useQueryState(({ loading }) => (loading.state === 'failed' ? loading.message : null));
  return (
    <div className="embed">
      <header className="embed-head">
        <Count />
        <a className="embed-open" href={useExplorerAddress()} target="_blank" rel="noopener">
          Open in Coastwatch
        </a>
      </header>
      <main className="embed-map">
        {isPositioned ? <EmbeddedMap isCooperative={isInFrame} /> : <div className="map" />}
        {failure === null ? null : (
          <p className="embed-failure" role="alert">
            The records could not be loaded. {failure} <a href="">Try again</a>
          </p>
        )}
      </main>
      <footer className="embed-foot">
        <p>
          Historical records, not live warnings.
          {data?.sample ? <strong> Sample data: invented records.</strong> : null}
        </p>
        <PublisherCredit />
      </footer>
    </div>
  );
}

/** The number of records on the map or in the circle, as the heading of the page. */
function Count() {
  const found = useResult((result) => result.found);
  const search = useResult((result) => result.query.search);
  const council = useResult((result) => result.query.council);
  const filters = useView((view) => view.filters);
  const units = useView((view) => view.units);
  const placeName = usePlaceName();
  if (found === undefined) return <h1 className="embed-count">Shark records</h1>;
  const where =
    search?.mode === 'radius'
      ? `within ${formatRadius(search.radiusInMetres, units)}${placeName === null ? '' : ` of ${placeName}`}`
      : search
        ? 'nearest to the centre'
        : `in ${plainText(council ?? 'this area')}`;
  const filterWords = filtersInWords(filters);
  return (
    <h1 className="embed-count figure" title={filterWords || undefined}>
      {countOf(found, 'record')} {where}
      {filterWords === '' ? null : <span className="embed-filters"> · {filterWords}</span>}
    </h1>
  );
}

/** The name of the selected place; null without one. */
function usePlaceName(): string | null {
  const { engine, view } = useSession();
  const selection = useView((state) => state.selection);
  const loads = useQueryState((state) => state.loads);
  const [place, setPlace] = useState<{ readonly id: number; readonly name: string } | null>(null);
  const id = selection?.kind === 'place' ? selection.id : null;
  useEffect(() => {
    if (id === null || loads === 0) return;
    engine.place(id, view.getState().map.centre).then(setPlace, () => undefined);
  }, [engine, view, id, loads]);
  return place !== null && place.id === id ? place.name : null;
}

/** The publisher's credit, which a build with `--attribution` writes into the page. */
function PublisherCredit() {
  const [credit] = useState(
    () => document.querySelector<HTMLMetaElement>('meta[name="coastwatch-attribution"]')?.content ?? '',
  );
  return credit === '' ? null : <p className="embed-credit">{credit}</p>;
}

/**
 * The address of the explorer with the parameters of this page. As soon as the reader moves the map, it is the address
 * of what the map shows.
 */
function useExplorerAddress(): string {
  const { view, siteUrl } = useSession();
  const [given] = useState(() => new URL(window.location.search, siteUrl).href);
  const map = useView((state) => state.map);
  const [moved, setMoved] = useState<ViewState['map'] | null>(null);
  useEffect(() => {
    const container = document.querySelector('.embed-map');
    const noteMove = (): void => {
      setMoved(view.getState().map);
    };
    const events = ['pointerdown', 'wheel', 'keydown'];
    for (const name of events) container?.addEventListener(name, noteMove, { once: true });
    return () => {
      for (const name of events) container?.removeEventListener(name, noteMove);
    };
  }, [view]);
  return moved === null || moved === map ? given : addressOf(view.getState(), siteUrl);
}
