import { type Dispatch, type ReactNode, type SetStateAction, Suspense, useEffect, useState } from 'react';

import { HelpLink, useHelpTopic } from './components/HelpLink.tsx';
import { Icon } from './components/Icon.tsx';
import { DeferredMount } from './components/lazy-component.tsx';
import { shortScreen, useMediaQuery, wideScreen } from './components/use-media-query.ts';
import {
  DetailsPanel,
  FilterBar,
  HelpDialog,
  LocationSearch,
  PrintViewWhenNeeded,
  ResultsPanel,
  Timeline,
} from './lazy-parts.tsx';
import { ExplorerMap } from './map/ExplorerMap.tsx';
import { attachOutline } from './map/layers/Ground.tsx';
import { PlaceSearch } from './place-search/PlaceSearch.tsx';
import { NearMeButton } from './search/NearMeButton.tsx';
import { useSession, useView } from './session/use-session.ts';
import { ToolButtons } from './sharing/ToolButtons.tsx';
import { BottomSheet, type SheetStop } from './shell/BottomSheet.tsx';
import { AddressNotes, ConnectionNotices, DisclaimerBanner, StatusAnnouncer } from './shell/notices.tsx';
import './shell/panel-skeleton.css';

/** The explorer: records along the coast on a map, and the same records in a list. */
export function App({ notes }: { readonly notes: readonly string[] }) {
  const isWide = useMediaQuery(wideScreen);
  const isShort = useMediaQuery(shortScreen);
  const [helpTopic, closeHelp] = useHelpTopic();
  const [sheetStop, setSheetStop] = useState<SheetStop>('half');
  return (
    <>
      <div className="explorer">
        <header className="explorer-header">
          <h1 className="explorer-name">
            <a href="./">Coastwatch</a>
          </h1>
          <div className="explorer-search">
            <PlaceSearch />
          </div>
          <NearMeButton isCompact={!isWide} />
          <div className="explorer-tools">
            <ToolButtons isCompact={!isWide} />
            {isWide ? <HelpButton /> : null}
          </div>
        </header>
        <div className="explorer-lines">
          <DisclaimerBanner />
          <ConnectionNotices />
          <AddressNotes notes={notes} />
        </div>
        <div className="explorer-body">
          {isWide ? <WidePanel /> : null}
          {/* A sheet at full height hides the map, so the map must not be focusable either. */}
          <main className="explorer-main" inert={!isWide && !isShort && sheetStop === 'full'}>
            <div className="explorer-map">
              <DeferredMount fallback={<div ref={attachOutline} className="map" />}>
                <ExplorerMap />
              </DeferredMount>
            </div>
            {isWide ? (
              <div className="explorer-timeline">
                <Suspense fallback={<div className="timeline-placeholder" />}>
                  <Timeline />
                </Suspense>
              </div>
            ) : null}
          </main>
          {isWide ? null : <PanelInSheet stop={sheetStop} onStopChange={setSheetStop} />}
        </div>
        <StatusAnnouncer />
      </div>
      <PrintViewWhenNeeded />
      {helpTopic ? (
        <Suspense>
          <HelpDialog topic={helpTopic} onClose={closeHelp} />
        </Suspense>
      ) : null}
    </>
  );
}

function WidePanel() {
  return (
    <section className="explorer-panel" aria-label="Search and results">
      <Suspense fallback={<div className="filters-placeholder" />}>
        <FilterBar />
      </Suspense>
      <ListOrDetails />
    </section>
  );
}

interface PanelInSheetProps {
  readonly stop: SheetStop;
  readonly onStopChange: Dispatch<SetStateAction<SheetStop>>;
}

function PanelInSheet({ stop: chosenStop, onStopChange }: PanelInSheetProps) {
  const { view } = useSession();
  // On a short screen the sheet is fixed, next to the map or below it.
  const isShort = useMediaQuery(shortScreen);
  const stop = isShort ? 'half' : chosenStop;

  // When something is selected, a sheet that shows only its head opens to half height.
  useEffect(
    () =>
      view.subscribe(({ selection }, before) => {
        if (selection && selection !== before.selection) onStopChange((stop) => (stop === 'peek' ? 'half' : stop));
      }),
    [view, onStopChange],
  );

  return (
    <BottomSheet
      label="Search and results"
      stop={stop}
      onStopChange={onStopChange}
      head={
        <Suspense fallback={<div className="filters-placeholder" />}>
          <FilterBar />
        </Suspense>
      }
    >
      {/* At full height the sheet also has space for the timeline. */}
      <ListOrDetails
        above={
          stop === 'full' ? (
            <Suspense>
              <Timeline isCompact />
            </Suspense>
          ) : null
        }
      />
    </BottomSheet>
  );
}

/** The list and its search stay mounted behind the details, so that Back restores them unchanged. */
function ListOrDetails({ above = null }: { readonly above?: ReactNode }) {
  const hasSelection = useView((view) => view.selection !== null);
  return (
    <>
      <div className="explorer-list" hidden={hasSelection}>
        <Suspense fallback={<ListSkeleton />}>
          <LocationSearch />
          {above}
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

function HelpButton() {
  return (
    <HelpLink topic="about" className="button" data-size="icon" aria-label="Help and data dictionary">
      <Icon name="help" />
    </HelpLink>
  );
}

/** A placeholder for the panel while its module loads, with an optional text above it. */
function PanelSkeleton({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="panel-skeleton">
      {children}
      {Array.from({ length: 8 }, (_, row) => (
        <span key={row} className="panel-skeleton-row" />
      ))}
    </div>
  );
}

/** The placeholder for the list, with the same text as the static HTML. */
function ListSkeleton() {
  return (
    <PanelSkeleton>
      <p className="panel-skeleton-words">
        Where sharks were seen, detected, caught or tagged along the coast of Western Australia, and the named places on
        that coast. The list is loading.
      </p>
    </PanelSkeleton>
  );
}
