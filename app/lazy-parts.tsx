import { type ComponentType, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';

import { BackToListButton } from './components/buttons.tsx';
import { failureDialog, lazyComponent, LazyModule, noFailureView } from './components/lazy-component.tsx';
import { untilIdle } from './components/task-scheduling.ts';
import { hasSavedPlaces, onSavedPlacesChange } from './saved/has-saved-places.ts';
import { useExplorer, useView } from './explorer/use-explorer.ts';
import { returnToList } from './view/view-history.ts';
import { hasFilters } from './view/view-state.ts';
import { site } from './vocabulary/site.ts';

const filterBar = new LazyModule(() => import('./filters/FilterBar.tsx'));
const panel = new LazyModule(() => import('./list-and-search.ts'));

/**
 * Loads the filters, and with `hasList` the rest of the panel, before they are rendered. Never rejects: the components
 * load them again when they are rendered, and report a failure.
 */
export async function preloadPanel(hasList: boolean): Promise<void> {
  await Promise.allSettled([filterBar.load(), ...(hasList ? [panel.load()] : [])]);
}

/** For all components of the panel's module except the list: the list reports a load failure for all of them. */
const panelComponent = <Properties extends object>(
  pick: (parts: Awaited<ReturnType<typeof panel.load>>) => ComponentType<Properties>,
) => lazyComponent(panel, pick, noFailureView);

export const FilterBar = lazyComponent(filterBar, (module) => module.FilterBar, noFailureView);
export const LocationSearch = panelComponent((parts) => parts.LocationSearch);
export const ResultsPanel = lazyComponent(panel, (parts) => parts.ResultsPanel);

const PrintView = lazyComponent(
  new LazyModule(() => import('./print/PrintView.tsx')),
  (module) => module.PrintView,
  (_, { requests }) => (requests > 0 ? <ScreenPrinter key={requests} /> : null),
);

/** Prints the page as it is on the screen. */
function ScreenPrinter() {
  useEffect(() => {
    setTimeout(() => {
      window.print();
    });
  }, []);
  return null;
}

/**
 * The printed page, loaded when the page is idle or the user asks for it, with the Print button, which sends
 * `coastwatch:print`, or with Ctrl+P or Command+P.
 */
export function PrintViewWhenNeeded() {
  const [requests, setRequests] = useState(0);
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    void untilIdle().then(() => {
      setIsIdle(true);
    });
    const request = (): void => {
      setRequests((before) => before + 1);
    };
    const onKey = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, shiftKey, altKey, key } = event;
      if (!(ctrlKey || metaKey) || shiftKey || altKey || key !== 'p') return;
      event.preventDefault();
      request();
    };
    window.addEventListener('coastwatch:print', request);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('coastwatch:print', request);
    };
  }, []);
  return isIdle || requests > 0 ? (
    <Suspense>
      <PrintView requests={requests} />
    </Suspense>
  ) : null;
}

const SavedPlaces = lazyComponent(
  new LazyModule(() => import('./saved/SavedPlaces.tsx')),
  (module) => module.default,
  noFailureView,
);

/** The saved places, for users who have saved any. They are not on the screen while a search or details are. */
export function SavedPlacesWhenNeeded() {
  const { siteUrl } = useExplorer();
  const isSearch = useView((view) => view.search !== null);
  const hasPlaces = useSyncExternalStore(onSavedPlacesChange, () => hasSavedPlaces(siteUrl));
  // Once loaded, it stays, so that removing the last place can be undone.
  const [isLoaded, setIsLoaded] = useState(hasPlaces);
  if (hasPlaces && !isLoaded) setIsLoaded(true);
  return isLoaded && !isSearch ? (
    <Suspense>
      <SavedPlaces />
    </Suspense>
  ) : null;
}

const DocumentTitle = lazyComponent(
  new LazyModule(() => import('./explorer/DocumentTitle.tsx')),
  (module) => module.default,
  noFailureView,
);

/** The title of the page, for views that show anything but all records on the map. */
export function DocumentTitleWhenNeeded() {
  const isNeeded = useView(
    ({ search, council, selection, filters, tab }) =>
      search !== null || council !== null || selection !== null || hasFilters(filters, tab),
  );
  return isNeeded ? (
    <Suspense>
      <DocumentTitle fallback={site.title} />
    </Suspense>
  ) : null;
}

export const DetailsPanel = lazyComponent(
  new LazyModule(() => import('./details/DetailsPanel.tsx')),
  (module) => module.DetailsPanel,
  (message) => <DetailsUnavailable>{message}</DetailsUnavailable>,
);
/** Loaded on wide screens, and on narrow ones when the sheet is at full height. */
export const Timeline = lazyComponent(
  new LazyModule(() => import('./timeline/Timeline.tsx')),
  (module) => module.Timeline,
);
/** On narrow screens. */
export const PlayBar = lazyComponent(
  new LazyModule(() => import('./play/PlayControls.tsx')),
  (module) => module.PlayBar,
);
export const ChartsDialog = lazyComponent(
  new LazyModule(() => import('./sharing/ChartsDialog.tsx')),
  (module) => module.default,
  failureDialog('Charts'),
);
export const CompareDialog = lazyComponent(
  new LazyModule(() => import('./compare/CompareDialog.tsx')),
  (module) => module.default,
  failureDialog('Compare two places'),
);
export const HelpDialog = lazyComponent(
  new LazyModule(() => import('./help/HelpDialog.tsx')),
  (module) => module.default,
  failureDialog('About the data'),
);

/** Shown instead of details that cannot be loaded: the reason, and a button back to the list. */
function DetailsUnavailable({ children }: { readonly children: ReactNode }) {
  const { view } = useExplorer();
  return (
    <section aria-label="Details">
      <BackToListButton
        onPress={() => {
          returnToList(view);
        }}
      />
      {children}
    </section>
  );
}
