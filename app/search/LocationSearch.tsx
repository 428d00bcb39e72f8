import { Suspense } from 'react';

import { restoreFocusOnUnmount } from '../components/focus-count.ts';
import { Icon } from '../components/Icon.tsx';
import { lazyComponent, LazyModule } from '../components/lazy-component.tsx';
import { useMediaQuery, wideScreen } from '../components/use-media-query.ts';
import { useSession, useView } from '../session/use-session.ts';
import { searchAround } from '../view/search-around.ts';
import './location-search.css';

// Loaded with the first search.
const ActiveSearch = lazyComponent(new LazyModule(() => import('./ActiveSearch.tsx')), (module) => module.ActiveSearch);

/** The search by location, or if there is none, instructions for starting one. */
export function LocationSearch() {
  const isSearching = useView((view) => view.search !== null);
  if (!isSearching) return <SearchPrompt />;
  return (
    <Suspense fallback={<section className="search search-coming" aria-label="Search by location" aria-busy="true" />}>
      <ActiveSearch />
    </Suspense>
  );
}

/** Further out, the middle of the map is more likely to be in the desert or the open sea than at the coast. */
const smallestZoomToSearchMiddle = 9;

function SearchPrompt() {
  const session = useSession();
  const isWide = useMediaQuery(wideScreen);
  const isZoomedIn = useView(({ map }) => map.zoom >= smallestZoomToSearchMiddle);
  return (
    <section className="search-invitation" aria-label="Search by location" ref={restoreFocusOnUnmount}>
      <p className="muted small">
        {isWide
          ? 'Tap the map, choose a place, or use Near me to search around a point.'
          : 'Tap the map to search around a point.'}
        {/* A phone has no space for the button. */}
        {isZoomedIn || !isWide ? null : ' Zoom in to search around the middle of the map.'}
      </p>
      {isZoomedIn ? (
        <button
          type="button"
          className="button"
          data-size="small"
          onClick={() => {
            const view = session.view.getState();
            searchAround(view, view.map.centre);
          }}
        >
          <Icon name="locate" size={16} />
          Search around the middle of the map
        </button>
      ) : null}
    </section>
  );
}
