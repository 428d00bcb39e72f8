import { Suspense } from 'react';

import { Button } from '../components/buttons.tsx';
import { restoreFocusOnUnmount } from '../components/focus-count.ts';
import { Icon } from '../components/Icon.tsx';
import { lazyComponent, LazyModule } from '../components/lazy-component.tsx';
import { useMediaQuery, wideScreen } from '../components/use-media-query.ts';
import { useSelectionLink } from '../explorer/use-selection-link.ts';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { searchAround, smallestZoomToSelect } from '../view/search-around.ts';
import { smallestZoomToSearchMiddle } from '../view/view-state.ts';
import './location-search.css';

// Loaded with the first search.
const ActiveSearch = lazyComponent(new LazyModule(() => import('./ActiveSearch.tsx')), (module) => module.ActiveSearch);

/** The search by location or the council area, or if there is neither, instructions for starting a search. */
export function LocationSearch() {
  const isSearching = useView((view) => view.search !== null);
  const council = useView((view) => view.council);
  if (council !== null) return <CouncilSearch council={council} />;
  if (!isSearching) return <SearchPrompt />;
  return (
    <Suspense
      fallback={<section className="search search-coming ruled" aria-label="Search by location" aria-busy="true" />}
    >
      <ActiveSearch />
    </Suspense>
  );
}

/** The council area that limits the list. */
function CouncilSearch({ council }: { readonly council: string }) {
  const setCouncil = useView((view) => view.setCouncil);
  const linkTo = useSelectionLink();
  return (
    <section className="search stack ruled" aria-label="Search by council area" ref={restoreFocusOnUnmount}>
      <div className="search-head row apart">
        <p className="search-result grow strong break-anywhere">
          In <bdi>{council}</bdi>
        </p>
        <a className="search-summary label flex-none" {...linkTo({ kind: 'area', name: council })}>
          Summary
        </a>
        <Button
          kind="plain"
          size="small"
          aria-label="Clear the council area"
          onClick={() => {
            setCouncil(null);
          }}
        >
          Clear
        </Button>
      </div>
    </section>
  );
}

/** How to start a search. `canTap` is whether a tap on the map selects a point; otherwise, it zooms in. */
function hintOf(canTap: boolean, isWide: boolean): string {
  if (!isWide) return canTap ? 'Tap the map to search around a point.' : 'Tap the map to zoom in.';
  return canTap
    ? 'Tap the map, choose a place, or use Near me to search around a point.'
    : 'Choose a place, use Near me, or tap the map to zoom in.';
}

function SearchPrompt() {
  const explorer = useExplorer();
  const isWide = useMediaQuery(wideScreen);
  const isZoomedIn = useView(({ map }) => map.zoom >= smallestZoomToSearchMiddle);
  const canTap = useView(({ map }) => map.zoom >= smallestZoomToSelect);
  return (
    <section className="search-invitation row wrap ruled" aria-label="Search by location" ref={restoreFocusOnUnmount}>
      <p className="muted small">
        {hintOf(canTap, isWide)}
        {/* A phone has no space for the button. */}
        {isZoomedIn || !isWide ? null : ' Zoom in to search around the middle of the map.'}
      </p>
      {isZoomedIn ? (
        <Button
          size="small"
          onClick={() => {
            const view = explorer.view.getState();
            searchAround(view, view.map.centre);
          }}
        >
          <Icon name="locate" size={16} />
          Search around the middle of the map
        </Button>
      ) : null}
    </section>
  );
}
