import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';

import { distanceToBoxAtMost } from '../../core/geo/distance-bounds.ts';
import { extremesInWords, highestBar, months as monthCategories, StackedBars } from '../charts/StackedBars.tsx';
import { highestMonth, ListeningChart } from '../charts/ListeningChart.tsx';
import { SpeciesTables } from '../charts/SpeciesCharts.tsx';
import { Button, CopyButton } from '../components/buttons.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { RadiusPresets, RadiusSlider, selectionRadii } from '../components/RadiusSlider.tsx';
import { monthsOfYear } from '../engine/engine.ts';
import { selectionOf } from '../saved/saved-places.ts';
import { useSavedPlaces } from '../saved/use-saved-places.ts';
import {
  allVisitsOf,
  type ComparedPlace,
  comparisonNote,
  readComparison,
  summarySentences,
} from '../explorer/summaries.ts';
import { useEngineQuery, useLatestResult } from '../explorer/use-engine-query.ts';
import { useQueryState, useExplorer, useSelectionRadius, useView } from '../explorer/use-explorer.ts';
import { hasCircle, type PlaceOrPoint } from '../view/view-state.ts';
import { addressOf } from '../view/view-url.ts';
import { andReceivers, listeningInWords } from '../vocabulary/listening.ts';
import { elsewhereInWords, higherNumbersInWords, recordsInWords } from '../vocabulary/observation-sentences.ts';
import { summaryScopeInWords } from '../vocabulary/scopes.ts';
import { keyOfText } from '../../core/datasets/text-key.ts';
import { mainCounts, mainCountsTitle } from '../vocabulary/site-words.ts';
import './compare.css';

export interface CompareDialogProps {
  /** The search box for the second place. */
  readonly Search: (properties: { readonly onChoose: (place: PlaceOrPoint) => void }) => ReactElement;
  readonly onClose: () => void;
}

/** Compares the selected place or point with another one, or lets the user choose it. */
export default function CompareDialog({ Search, onClose }: CompareDialogProps) {
  const { view } = useExplorer();
  const first = useView(({ selection }) => (hasCircle(selection) ? selection : null));
  const comparison = useView((state) => state.comparison);
  const radiusInMetres = useView((state) => state.selectionRadiusInMetres);
  const units = useView((state) => state.units);
  const failure = useQueryState(({ loading }) => (loading.state === 'failed' ? loading.message : null));
  const content = useRef<HTMLDivElement>(null);
  const chosen = comparison === 'choose' ? null : comparison;
  const compared = [first, chosen].filter((place) => place !== null);
  const filters = useView((state) => state.filters);
  const { latest: read } = useLatestResult([compared, radiusInMetres, units, filters], readComparison);
  // The previous result remains until the next one, also after a change of the places.
  const found = read?.length === compared.length ? read : null;
  const places = found?.filter((place) => place !== null) ?? [];
  const missing = compared.find((_, index) => found?.[index] === null);
  const [firstPlace] = places;

  const canChoose = chosen === null && found !== null;
  useEffect(() => {
    // The dialog opens with the focus on its Close button, which a typed space would press.
    if (canChoose) content.current?.querySelector('input')?.focus();
  }, [canChoose]);

  const choose = (place: PlaceOrPoint): void => {
    view.getState().compareWith(place);
    // What was pressed is about to disappear, and the sentences above it change.
    content.current?.focus();
    content.current?.scrollIntoView();
  };
  const search = (
    <div className="compare-search stack">
      <p>
        {firstPlace ? (
          <>
            Compare <PlaceName place={firstPlace} /> with {chosen ? 'another place' : '…'}
          </>
        ) : (
          'Choose another place'
        )}
      </p>
      <Search onChoose={choose} />
    </div>
  );
  return (
    <Dialog title="Compare two places" size="wide" isFullOnPhone onClose={onClose}>
      <div className="compare stack gap-24" ref={content} tabIndex={-1} role="region" aria-label="Comparison">
        {failure !== null ? (
          <p role="alert">The records could not be loaded. {failure}</p>
        ) : !found ? (
          <p aria-busy="true">Counting …</p>
        ) : missing ? (
          <div className="compare-choice stack gap-24">
            <p>
              There is no such place in this data. The address may be mistyped, or the place may have been withdrawn.
            </p>
            {missing === first ? null : search}
          </div>
        ) : chosen ? (
          <Comparison places={places}>{search}</Comparison>
        ) : (
          <div className="compare-choice stack gap-24">
            {search}
            {first && firstPlace ? <Suggested first={first} place={firstPlace} onChoose={choose} /> : null}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function PlaceName({ place: { before, name } }: { readonly place: ComparedPlace }) {
  return (
    <>
      {before}
      <bdi>{name}</bdi>
    </>
  );
}

interface SuggestedProps {
  readonly first: PlaceOrPoint;
  readonly place: ComparedPlace;
  readonly onChoose: (place: PlaceOrPoint) => void;
}

/** Enough to include several beaches, among all the signs. */
const placesNearby = 200;
const mostBeaches = 8;

/** Buttons for the saved places and for beaches nearby whose circles do not overlap this one. */
function Suggested({ first, place, onChoose }: SuggestedProps) {
  const { engine } = useExplorer();
  const { centre } = place.summary;
  const radiusInMetres = useView((state) => state.selectionRadiusInMetres);
  const nearby = useEngineQuery(`around ${centre.longitude} ${centre.latitude}`, () =>
    engine.nearby(centre, placesNearby),
  );
  const beaches = (nearby.state === 'ready' ? nearby.value.places : []).filter(
    ({ featureType, distanceInMetres }) => keyOfText(featureType) === 'beach' && distanceInMetres > 2 * radiusInMetres,
  );
  const saved = useSavedPlaces();
  const groups = [
    { title: 'Saved places', places: saved.map((each) => ({ name: each.name, place: selectionOf(each) })) },
    {
      title: 'Beaches nearby',
      places: beaches.slice(0, mostBeaches).map(({ id, name }) => ({ name, place: { kind: 'place' as const, id } })),
    },
  ];
  const others = groups.map(({ title, places }) => ({
    title,
    places: places.filter((each) => JSON.stringify(each.place) !== JSON.stringify(first)),
  }));
  return others
    .filter(({ places }) => places.length > 0)
    .map(({ title, places }) => (
      <section key={title} className="stack" aria-label={title}>
        <h3>{title}</h3>
        <ul className="compare-suggested row wrap">
          {places.map((each) => (
            <li key={JSON.stringify(each.place)}>
              <Button
                onClick={() => {
                  onChoose(each.place);
                }}
              >
                <bdi>{each.name.trim()}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      </section>
    ));
}

interface ComparisonProps {
  readonly places: readonly ComparedPlace[];
  /** Follows the sentences, because these are what the user wants to see first. */
  readonly children: ReactNode;
}

/** The same facts about each place next to each other, on a phone below each other. */
function Comparison({ places, children }: ComparisonProps) {
  const units = useView((state) => state.units);
  const radiusInMetres = useView((state) => state.selectionRadiusInMetres);
  const note = useView((state) => comparisonNote(state.filters));
  const months = places.map(({ summary }) => monthsOfYear(summary.histogram));
  const mostByMonth = Math.max(...months.map((counts) => highestBar(monthCategories, counts)));
  const most = Math.max(...places.map(({ summary }) => highestMonth(summary.histogram)));
  const heads = places.map((place, index) => <PlaceName key={index} place={place} />);
  const byMonth = `${mainCountsTitle} by month${places[0] ? andReceivers(places[0].summary.listening) : ''}`;
  const sameScale = <p className="small muted">Both charts have the same scale.</p>;
  return (
    <>
      <section className="stack" aria-label="Summary">
        <Columns places={places}>
          {({ summary }, index) => {
            const [sentence, ...others] = summarySentences(summary, units);
            const elsewhere = elsewhereInWords(summary.elsewhere);
            return (
              <>
                <p className="compare-sentence close-lines title figure">
                  {heads[index]}: {sentence}
                </p>
                {others.length === 0 ? null : <p className="figure">{others.join(' ')}</p>}
                {summary.records === 0 ? null : (
                  <p className="small muted figure">{recordsInWords(summary, summary.filters !== null)}</p>
                )}
                {elsewhere === '' ? null : <p className="small figure">{elsewhere}</p>}
              </>
            );
          }}
        </Columns>
        <p className="notice-box">
          {higherNumbersInWords}
          {doOverlap(places, radiusInMetres)
            ? `The circles overlap: ${mainCounts} in both count for both places.`
            : null}
        </p>
        {note === null ? null : <p className="small muted">{note}</p>}
      </section>
      <section className="compare-controls" aria-label="What is compared">
        {children}
        <Radius places={places} />
      </section>
      <section className="stack" aria-label={`${mainCountsTitle} by month of the year`}>
        <h3>{mainCountsTitle} by month of the year</h3>
        {places.every(({ summary }) => summary.records > 0) ? sameScale : null}
        <Columns places={places} heads={heads}>
          {({ summary }, index) => {
            const counts = months[index];
            if (!counts || summary.records === 0) return <NothingRecorded summary={summary} />;
            const label = extremesInWords(monthCategories, counts, 'month');
            return (
              <>
                <StackedBars
                  categories={monthCategories}
                  counts={counts}
                  noun="month"
                  label={label}
                  most={mostByMonth}
                />
                <p className="small muted figure">{label}</p>
              </>
            );
          }}
        </Columns>
      </section>
      <section className="stack" aria-label="Species">
        <h3>Species</h3>
        <div className="compare-columns">
          <SpeciesTables heads={heads} places={places.map(({ summary }) => summary)} />
        </div>
      </section>
      <section className="stack" aria-label={byMonth}>
        <h3>{byMonth}</h3>
        {sameScale}
        <Columns places={places} heads={heads}>
          {({ summary }) => (
            <>
              <ListeningChart histogram={summary.histogram} listening={summary.listening} most={most} />
              <p className="small figure">
                {listeningInWords(summary.listening, allVisitsOf(summary), units).join(' ')}
              </p>
            </>
          )}
        </Columns>
      </section>
      <Actions />
    </>
  );
}

/** Whether the circles surely overlap, so that some records may count for both places. */
function doOverlap([first, second]: readonly Pick<ComparedPlace, 'summary'>[], radiusInMetres: number): boolean {
  if (!first || !second) return false;
  const { longitude, latitude } = second.summary.centre;
  const box = { west: longitude, south: latitude, east: longitude, north: latitude };
  return distanceToBoxAtMost(first.summary.centre, box) < 2 * radiusInMetres;
}

function NothingRecorded({ summary: { scope, filters } }: Pick<ComparedPlace, 'summary'>) {
  const units = useView((state) => state.units);
  const where = summaryScopeInWords(scope, units);
  return <p>{filters ? `Nothing recorded ${where} matches the filters.` : `Nothing recorded ${where}.`}</p>;
}

interface ColumnsProps {
  readonly places: readonly ComparedPlace[];
  /** The headings of the columns; none if their text begins with the names. */
  readonly heads?: readonly ReactNode[];
  readonly children: (place: ComparedPlace, index: number) => ReactNode;
}

/** The charts come first in each column, so that they have the same height on the screen. */
function Columns({ places, heads, children }: ColumnsProps) {
  return (
    <div className="compare-columns">
      {places.map((place, index) => (
        <div key={index} className="compare-column stack">
          {heads ? <h4>{heads[index]}</h4> : null}
          {children(place, index)}
        </div>
      ))}
    </div>
  );
}

/** The radius of both circles. */
function Radius({ places }: Pick<ComparisonProps, 'places'>) {
  const radius = useSelectionRadius(places[0]?.summary.centre);
  return (
    <div className="stack">
      <p>Radius of both circles</p>
      <RadiusSlider {...radius} />
      <RadiusPresets className="wrap" presets={selectionRadii} {...radius} />
    </div>
  );
}

/** This dialog covers the buttons that print and share the view. */
function Actions() {
  const { siteUrl } = useExplorer();
  const address = useView((state) => addressOf(state, siteUrl));
  return (
    <p className="row wrap">
      <Button
        onClick={() => {
          window.dispatchEvent(new Event('coastwatch:print'));
        }}
      >
        <Icon name="print" size={18} />
        Print
      </Button>
      <CopyButton text={address} label="Copy link" size="full" />
    </p>
  );
}
