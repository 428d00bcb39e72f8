import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

import { HelpLink, useHelpTopic } from './components/HelpLink.tsx';
import { Icon } from './components/Icon.tsx';
import { DeferredMount, ErrorBoundary } from './components/lazy-component.tsx';
import { shortScreen, useMediaQuery, wideHeader, wideScreen } from './components/use-media-query.ts';
import {
  ChartsDialog,
  CompareDialog,
  DetailsPanel,
  DocumentTitleWhenNeeded,
  FilterBar,
  HelpDialog,
  LocationSearch,
  PlayBar,
  PrintViewWhenNeeded,
  ResultsPanel,
  SavedPlacesWhenNeeded,
  Timeline,
  preloadPanel,
} from './lazy-parts.tsx';
import { ExplorerMap } from './map/ExplorerMap.tsx';
import { attachOutline } from './map/layers/Ground.tsx';
import { PlaceSearch } from './place-search/PlaceSearch.tsx';
import { NearMeButton } from './search/NearMeButton.tsx';
import { hasSavedPlaces } from './saved/has-saved-places.ts';
import { shortCountLine } from './explorer/count-line.ts';
import { useResult, useExplorer, useQueryState, useView } from './explorer/use-explorer.ts';
import { ToolButtons } from './sharing/ToolButtons.tsx';
import { BottomSheet, type SheetStop } from './shell/BottomSheet.tsx';
import { AddressNotes, ConnectionNotices, DisclaimerBanner, StatusAnnouncer } from './shell/notices.tsx';
import { closeDialog } from './view/view-history.ts';
import type { ViewState } from './view/view-state.ts';
import { site } from './vocabulary/site.ts';
import './shell/panel-skeleton.css';

/** The explorer: records along the coast on a map, and the same records in a list. */
export function App({ notes }: { readonly notes: readonly string[] }) {
  const isWide = useMediaQuery(wideScreen);
  const hasWideHeader = useMediaQuery(wideHeader);
  const isShort = useMediaQuery(shortScreen);
  const { view } = useExplorer();
  const hasCharts = useView((state) => state.hasCharts);
  const hasComparison = useView((state) => state.comparison !== null);
  const [helpTopic, closeHelp] = useHelpTopic();
  const { sheetStop, setSheetStop, hasStarted } = useSheetStop();
  const isCard = useView((state) => state.selection !== null && state.play === null);
  // On a phone, details are a card: the style sheet hides the filters. The static HTML uses the same attribute.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-details', isCard);
  }, [isCard]);
  return (
    <>
      <SkipLink
        onPress={() => {
          setSheetStop((stop) => (stop === 'peek' ? 'half' : stop));
        }}
      />
      {/* In the order of the keyboard: the way to the list is short, and what is needed less often comes after it. */}
      <div className="explorer">
        <header className="explorer-header">
          <h1 className="explorer-name">{site.title}</h1>
          <p className="explorer-tagline small muted">{site.tagline}</p>
          <ErrorBoundary>
            <NearMeButton isCompact={!isWide && (isShort || hasStarted)} />
          </ErrorBoundary>
          <div className="explorer-search">
            <ErrorBoundary>
              <PlaceSearch />
            </ErrorBoundary>
          </div>
        </header>
        <div className="explorer-body">
          <ErrorBoundary>
            {isWide ? <WidePanel /> : <PanelInSheet stop={sheetStop} onStopChange={setSheetStop} />}
          </ErrorBoundary>
          {/* A sheet at full height hides the map, so the map must not be focusable either. */}
          <main className="explorer-main" inert={!isWide && !isShort && sheetStop === 'full'}>
            <div className="explorer-map">
              <ErrorBoundary>
                <DeferredMount fallback={<div ref={attachOutline} className="map" />}>
                  <ExplorerMap />
                </DeferredMount>
              </ErrorBoundary>
              <LoadingOnMap />
            </div>
            {isWide ? (
              <div className="explorer-timeline">
                <Suspense fallback={<div className="timeline-placeholder" />}>
                  <Timeline />
                </Suspense>
              </div>
            ) : null}
          </main>
        </div>
        <div className="explorer-tools row">
          <ErrorBoundary>
            <ToolButtons isCompact={!hasWideHeader} />
            {hasWideHeader ? <HelpButton /> : null}
          </ErrorBoundary>
        </div>
        <div className="explorer-lines">
          <ErrorBoundary>
            <DisclaimerBanner />
            <ConnectionNotices />
            <AddressNotes notes={notes} />
          </ErrorBoundary>
        </div>
        <ErrorBoundary>
          <StatusAnnouncer />
        </ErrorBoundary>
      </div>
      <DocumentTitleWhenNeeded />
      <PrintViewWhenNeeded />
      {hasCharts ? (
        <Suspense>
          <ChartsDialog
            onClose={() => {
              closeDialog(view, { hasCharts: false });
            }}
          />
        </Suspense>
      ) : null}
      {hasComparison ? (
        <Suspense>
          <CompareDialog
            Search={PlaceSearch}
            onClose={() => {
              closeDialog(view, { comparison: null });
            }}
          />
        </Suspense>
      ) : null}
      {helpTopic ? (
        <Suspense>
          <HelpDialog topic={helpTopic} onClose={closeHelp} />
        </Suspense>
      ) : null}
    </>
  );
}

/**
 * The stop of the sheet. The first screen shows only its head, so that the map is visible, with an introduction above
 * the map. Both end with the first search, selection or look at the list, and the introduction does not come back. Who
 * has saved places has been here before, and sees what is new there.
 */
function useSheetStop() {
  const { view, queryState, siteUrl } = useExplorer();
  const [sheetStop, setSheetStop] = useState<SheetStop>(() =>
    needsPanel(view.getState()) || hasSavedPlaces(siteUrl) ? 'half' : 'peek',
  );
  const [hasStarted, setHasStarted] = useState(sheetStop !== 'peek');
  if (!hasStarted && sheetStop !== 'peek') setHasStarted(true);

  useEffect(() => {
    const open = (): void => {
      setSheetStop((stop) => (stop === 'peek' ? 'half' : stop));
    };
    const stopFollowingView = view.subscribe((state, before) => {
      const isNewSelection = state.selection !== null && state.selection !== before.selection;
      if (isNewSelection || (state.search !== null && before.search === null)) open();
    });
    // The reason is in the list.
    const stopFollowingLoading = queryState.subscribe(({ loading }) => {
      if (loading.state === 'failed') open();
    });
    return () => {
      stopFollowingView();
      stopFollowingLoading();
    };
  }, [view, queryState]);

  // The style sheet of the static HTML uses the same attribute.
  useLayoutEffect(() => {
    if (hasStarted) document.documentElement.dataset['started'] = '';
  }, [hasStarted]);

  return { sheetStop, setSheetStop, hasStarted };
}

const needsPanel = ({ search, council, selection, filters }: ViewState): boolean =>
  search !== null || council !== null || selection !== null || filters.tag !== null;

/** Visible while it has the focus. It opens the sheet, and moves the focus to the list or to the details. */
function SkipLink({ onPress }: { readonly onPress: () => void }) {
  return (
    <a
      className="skip-link strong"
      href="#results"
      onClick={(event) => {
        event.preventDefault();
        // On a phone, the list is loaded when it is first shown.
        void preloadPanel(true).then(() => {
          flushSync(onPress);
          // While details are open, the list is hidden and cannot receive the focus.
          ['results', 'details-title'].some((id) => {
            const target = document.getElementById(id);
            target?.focus();
            return target !== null && document.activeElement === target;
          });
        });
      }}
    >
      Skip to the list
    </a>
  );
}

function WidePanel() {
  return (
    <section className="explorer-panel column" aria-label="Search and results">
      <Suspense fallback={<div className="filters-placeholder" />}>
        <FilterBar />
      </Suspense>
      <ListOrDetails />
    </section>
  );
}

/** What was found, where the list is hidden. */
function SheetSummary() {
  const units = useView((state) => state.units);
  return <>{useResult((result) => shortCountLine(result, units))}</>;
}

interface PanelInSheetProps {
  readonly stop: SheetStop;
  readonly onStopChange: Dispatch<SetStateAction<SheetStop>>;
}

function PanelInSheet({ stop: chosenStop, onStopChange }: PanelInSheetProps) {
  // On a short screen the sheet is fixed, next to the map or below it.
  const isShort = useMediaQuery(shortScreen);
  const stop = isShort ? 'half' : chosenStop;
  const { view } = useExplorer();
  const play = useView((state) => state.play);
  const hasDetails = useView((state) => state.selection !== null);
  const [isChartOpen, setIsChartOpen] = useState(false);
  const chart = useRef<HTMLDivElement>(null);

  // Where the chart scrolls with the list, the list may have been scrolled down.
  useLayoutEffect(() => {
    chart.current?.scrollIntoView({ block: 'nearest' });
  }, [isChartOpen]);

  // Lowers the sheet: the map shows what is played.
  useEffect(
    () =>
      view.subscribe((state, before) => {
        if (state.play === null || before.play !== null) return;
        setIsChartOpen(false);
        onStopChange('peek');
      }),
    [view, onStopChange],
  );

  return (
    <BottomSheet
      label="Search and results"
      stop={stop}
      onStopChange={onStopChange}
      content={hasDetails ? 'details' : 'list'}
      summary={hasDetails ? null : <SheetSummary />}
      head={
        <Suspense fallback={<div className="filters-placeholder" />}>
          {play ? (
            <PlayBar period={play} />
          ) : (
            <FilterBar
              chart={{
                isOpen: isChartOpen,
                toggle: () => {
                  setIsChartOpen(!isChartOpen);
                  // The chart needs more space than half of the screen.
                  if (!isChartOpen) onStopChange('full');
                },
              }}
            />
          )}
        </Suspense>
      }
    >
      <ListOrDetails
        above={
          isChartOpen ? (
            <div ref={chart}>
              <Suspense>
                <Timeline isCompact />
              </Suspense>
            </div>
          ) : null
        }
      />
    </BottomSheet>
  );
}

/**
 * The list and its search stay mounted behind the details, so that Back restores them unchanged. `above` is shown above
 * the rows of the list.
 */
function ListOrDetails({ above = null }: { readonly above?: ReactNode }) {
  const hasSelection = useView((view) => view.selection !== null);
  return (
    <>
      <div className="explorer-list column" hidden={hasSelection}>
        <Suspense fallback={<ListSkeleton />}>
          <SavedPlacesWhenNeeded />
          <LocationSearch />
          {hasSelection ? null : above}
          <ResultsPanel />
        </Suspense>
      </div>
      {hasSelection ? (
        <Suspense fallback={<PanelSkeleton />}>
          <DetailsPanel />
        </Suspense>
      ) : null}
    </>
  );
}

/** Without records, an empty map would look as if there were no animals. */
function LoadingOnMap() {
  const isLoading = useQueryState(({ loading, result }) => loading.state !== 'failed' && result === null);
  return isLoading ? (
    <div className="map-controls">
      <p className="map-loading floating label">Loading records…</p>
    </div>
  ) : null;
}

function HelpButton() {
  return (
    <HelpLink topic="about" className="button" data-kind="plain" data-size="icon" aria-label="Help and data dictionary">
      <Icon name="help" />
    </HelpLink>
  );
}

/** A placeholder for the panel while its module loads, with an optional text above it. */
function PanelSkeleton({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="panel-skeleton column">
      {children}
      {Array.from({ length: 8 }, (_, row) => (
        <span key={row} className="panel-skeleton-row skeleton flex-none" />
      ))}
    </div>
  );
}

/** The placeholder for the list, with the same text as the static HTML. */
function ListSkeleton() {
  return (
    <PanelSkeleton>
      <p className="panel-skeleton-words muted">{site.introduction} The list is loading.</p>
    </PanelSkeleton>
  );
}
