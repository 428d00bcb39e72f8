import { Suspense, useEffect, useState } from 'react';

import { ErrorBoundary, lazyComponent, LazyModule, noFailureView } from '../components/lazy-component.tsx';
import { MarkIcon } from '../components/Icon.tsx';
import { useMetaContent, WarningsLink } from '../components/WarningsLink.tsx';
import type { PointName } from '../engine/engine.ts';
import { Credit } from '../map/controls/MapControls.tsx';
import { useEngineQuery } from '../explorer/use-engine-query.ts';
import { useUnknownValues } from '../explorer/address-selection.ts';
import { useData, useQueryState, useResult, useExplorer, useView } from '../explorer/use-explorer.ts';
import { type ViewState, wholeCoast } from '../view/view-state.ts';
import { addressOf } from '../view/view-url.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { countsInWords } from '../vocabulary/observation-counts.ts';
import { plainPosition } from '../vocabulary/positions.ts';
import { circleInWords } from '../vocabulary/titles.ts';
import { capitalise, plainText } from '../vocabulary/text.ts';
import { EmbeddedMap } from './EmbeddedMap.tsx';
import { site } from '../vocabulary/site.ts';
import { mainCounts, mapTitle, marksIn } from '../vocabulary/site-words.ts';

const DocumentTitle = lazyComponent(
  new LazyModule(() => import('../explorer/DocumentTitle.tsx')),
  (module) => module.default,
  noFailureView,
);
const PlayControls = lazyComponent(
  new LazyModule(() => import('../play/PlayControls.tsx')),
  (module) => module.PlayControls,
);

interface EmbedPageProps {
  readonly isInFrame: boolean;
  /** Resolves when the selection is shown: to null, or to the text that replaces the count if it does not exist. */
  readonly positioned: Promise<string | null>;
  /** Whether the view of the map is known before that. */
  readonly isPositionKnown: boolean;
}

/** The page that other sites embed: map, circle, count, disclaimer and credit. */
export function EmbedPage({ isInFrame, positioned, isPositionKnown }: EmbedPageProps) {
  // Otherwise the map would first show the whole coast, and then jump.
  const [isPositioned, setPositioned] = useState(isPositionKnown);
  const [missing, setMissing] = useState<string | null>(null);
  useEffect(() => {
    void positioned.then((missingTitle) => {
      setPositioned(true);
      setMissing(missingTitle);
    });
  }, [positioned]);
  // Unlike the explorer, the page has no space for notes about the values.
  useUnknownValues();
  const data = useData();
  const play = useView((view) => view.play);
  const [attribution, setAttribution] = useState<string>();
  const failure = useQueryState(({ loading }) => (loading.state === 'failed' ? loading.message : null));
  return (
    <div className="embed">
      <Suspense>
        <DocumentTitle key={missing} fallback={missing === null ? mapTitle : `${missing} – ${site.title}`} />
      </Suspense>
      <header className="embed-head row apart">
        <Count missing={missing} />
        <a className="embed-open flex-none label" href={useExplorerAddress()} target="_blank" rel="noopener">
          Open in {site.title}
        </a>
      </header>
      <Marks />
      {play ? (
        <Suspense>
          <PlayControls period={play} />
        </Suspense>
      ) : null}
      <main className="embed-map">
        {isPositioned ? (
          <ErrorBoundary>
            <EmbeddedMap isCooperative={isInFrame} onAttribution={setAttribution} />
          </ErrorBoundary>
        ) : (
          <div className="map" />
        )}
        {failure === null ? null : (
          <p className="embed-card notice-box label" role="alert">
            The records could not be loaded. {failure} <a href="">Try again</a>
          </p>
        )}
      </main>
      <footer className="embed-foot row wrap apart notice small" data-sample={data?.sample ? '' : undefined}>
        <p>
          Historical records, not live warnings. <WarningsLink />
          {data?.sample ? <strong> Sample data: invented records.</strong> : null}
        </p>
        <PublisherCredit />
        {/* Not on the map, where its controls would cover it in a small frame. */}
        <p className="embed-coast">
          <Credit label="Coast" text={attribution} />
        </p>
      </footer>
    </div>
  );
}

/** The heading of the page: the sightings and visits on the map or in the circle, or what does not exist. */
function Count({ missing }: { readonly missing: string | null }) {
  const observed = useResult(({ byMark, sharks }) => countsInWords({ byMark, sharks }));
  const search = useResult((result) => result.query.search);
  const council = useResult((result) => result.query.council);
  const filters = useView((view) => view.filters);
  const units = useView((view) => view.units);
  const point = useNameOfCentre();
  if (missing !== null) return <h1 className="embed-count">{missing}</h1>;
  if (observed === undefined || point === undefined)
    return <h1 className="embed-count">{capitalise(`${site.subject.one} ${mainCounts}`)}</h1>;
  const where =
    search?.mode === 'radius'
      ? circleInWords(search.radiusInMetres, point, units)
      : search
        ? 'nearest to the centre'
        : `in ${plainText(council ?? 'this area')}`;
  const filterWords = filtersInWords(filters);
  return (
    <h1 className="embed-count figure" title={filterWords || undefined}>
      {capitalise(observed)} {where}
      {filterWords === '' ? null : <span className="not-strong muted"> · {filterWords}</span>}
    </h1>
  );
}

/** What the marks mean, in one line on a phone, and the years of the data. */
function Marks() {
  const data = useData();
  return (
    <p className="embed-legend row wrap small muted figure">
      {marksIn(data).map((mark) => (
        <span key={mark} className="row gap-4">
          <MarkIcon mark={mark} size={14} />
          {site.marks[mark].shortLabel}
        </span>
      ))}
      {data && data.newest !== null ? periodOf(data.histogram) : null}
    </p>
  );
}

/** "2014–2021", or one year. */
function periodOf({ firstMonth, lastMonth }: { readonly firstMonth: number; readonly lastMonth: number }): string {
  const years = [firstMonth, lastMonth].map((month) => Math.floor(month / 12));
  return `Records ${[...new Set(years)].join('–')}`;
}

/**
 * What people call the centre of the circle: the selected place, or else the name that the engine has for the point.
 * Null without a name, undefined until it is known.
 */
function useNameOfCentre(): PointName | null | undefined {
  const { engine } = useExplorer();
  const selection = useView((state) => state.selection);
  const centre = useView((state) => (state.search?.mode === 'radius' ? state.search.centre : null));
  const placeId = selection?.kind === 'place' ? selection.id : null;
  const key = centre && `name ${placeId ?? ''} ${plainPosition(centre)}`;
  const name = useEngineQuery(key, async () => {
    const from = centre ?? wholeCoast.centre;
    const place = placeId === null ? null : await engine.place(placeId, from);
    return place ? { name: place.name, isExact: true, distanceInMetres: 0 } : engine.pointName(from);
  });
  if (key !== null && name.state === 'loading') return undefined;
  return name.state === 'ready' ? name.value : null;
}

/** The publisher's credit, which a build with `--attribution` writes into the page. */
function PublisherCredit() {
  const credit = useMetaContent('coastwatch-attribution');
  return credit === '' ? null : <p className="embed-credit">{credit}</p>;
}

/**
 * The address of the explorer with the parameters of this page. As soon as the reader moves the map, it is the address
 * of what the map shows.
 */
function useExplorerAddress(): string {
  const { view, siteUrl } = useExplorer();
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
