import { Fragment, type ReactNode } from 'react';

import { SeeBaseMap } from '../base-map/BaseMapButtons.tsx';
import { Button } from '../components/buttons.tsx';
import { extremesInWords, months as monthCategories, StackedBars } from '../charts/StackedBars.tsx';
import { ListeningChart } from '../charts/ListeningChart.tsx';
import { SeasonChart, seasonInWords, seasonOf } from '../charts/SeasonChart.tsx';
import { Icon } from '../components/Icon.tsx';
import { RadiusPresets, RadiusSlider, selectionRadii } from '../components/RadiusSlider.tsx';
import {
  type CountsByMark,
  monthsOfYear,
  type NearestReceiver,
  type Summary,
  type SummaryScope,
} from '../engine/engine.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import { allVisitsOf, summarySentences } from '../explorer/summaries.ts';
import { useSelectionLink } from '../explorer/use-selection-link.ts';
import { useExplorer, useSelectionRadius, useView } from '../explorer/use-explorer.ts';
import { hasFilters } from '../view/view-state.ts';
import { listeningInWords } from '../vocabulary/listening.ts';
import { countOf, countOfNoun, formatCount } from '../vocabulary/numbers.ts';
import { elsewhereInWords, higherNumbersInWords, recordsInWords } from '../vocabulary/observation-sentences.ts';
import { outsideRegionInMetres, plainPosition } from '../vocabulary/positions.ts';
import { summaryScopeInWords, inThisCouncilArea } from '../vocabulary/scopes.ts';
import { NewestRows, useExpandedGroups } from './NewestRows.tsx';
import { PositionNote } from './Position.tsx';
import { FilterNote, SeeAll } from './SummaryLinks.tsx';
import { useLatestResult } from '../explorer/use-engine-query.ts';
import { formatDistanceAndBearing, hasDirection, type Units } from '../vocabulary/distances.ts';
import { site } from '../vocabulary/site.ts';
import {
  coastOfRegion,
  hasReceivers,
  hasReports,
  mainCounts,
  mainCountsOr,
  mainCountsTitle,
  taggedSubject,
} from '../vocabulary/site-words.ts';
import './summary.css';

/**
 * The latest summary, which may be of another radius while a radius is dragged. Null before the first summary, and for
 * a council area that does not exist.
 */
function useSummary(scope: SummaryScope, expandedGroups: readonly number[]): Summary | null {
  const filters = useView((state) => state.filters);
  const { latest } = useLatestResult([scope, expandedGroups, filters] as const, ({ engine }, ...wanted) =>
    engine.summarise(...wanted),
  );
  return latest && isSameSubject(latest.scope, scope) ? latest : null;
}

/** Whether two scopes differ in their radius only. */
function isSameSubject(a: SummaryScope, b: SummaryScope): boolean {
  if ('council' in a || 'council' in b) return 'council' in a && 'council' in b && a.council === b.council;
  return a.centre.longitude === b.centre.longitude && a.centre.latitude === b.centre.latitude;
}

interface SummarySectionsProps {
  readonly scope: SummaryScope;
  /** Shown until the summary of the scope has been loaded, if there are no filters. */
  readonly initial?: Summary | null;
  /** The name at the beginning of the sentence. */
  readonly name: ReactNode;
  /** A button after the sentence: the sentence comes first, because half the screen of a phone shows little more. */
  readonly actions?: ReactNode;
}

/** The sentence, the months, the newest records, the radius and the nearest receiver. */
export function SummarySections({ scope, initial = null, name, actions = null }: SummarySectionsProps) {
  const [expandedGroups, toggleGroup] = useExpandedGroups();
  const units = useView((state) => state.units);
  const isFiltered = useView((state) => hasFilters(state.filters, 'records'));
  const summary = useSummary(scope, expandedGroups) ?? (isFiltered ? null : initial);
  if (!summary) return <p aria-busy="true">Counting …</p>;
  const { records, inArea, filters, histogram, listening, newest } = summary;
  const receivers = listeningInWords(listening, allVisitsOf(summary), units).join(' ');
  const season = seasonOf(histogram, summary.sightingDays);
  const unusual = seasonInWords(season);
  const [first, ...others] = summarySentences(summary, units);
  const elsewhere = elsewhereInWords(summary.elsewhere);
  return (
    <>
      <section aria-label="Summary">
        <p className="summary-sentence close-lines title figure">
          {name}: {first}
        </p>
        {'council' in scope ? null : (
          <div className="summary-actions row wrap">
            {actions}
            <CompareButton />
          </div>
        )}
        {filters && inArea > 0 ? <FilterNote summary={summary} filters={filters} /> : null}
        {others.length === 0 ? null : <p className="figure">{others.join(' ')}</p>}
        {records === 0 ? null : <p className="small muted figure">{recordsInWords(summary, filters !== null)}</p>}
        {elsewhere === '' ? null : <p className="small figure">{elsewhere}</p>}
        {inArea === 0 ? <NothingHere summary={summary} /> : null}
        {'council' in scope ? null : (
          <>
            <RadiusControl centre={scope.centre} />
            <SeeBaseMap />
          </>
        )}
      </section>
      {records === 0 ? null : (
        <>
          <section aria-label={`${mainCountsTitle} by month`}>
            <h3>{mainCountsTitle} by month</h3>
            {receivers === '' ? null : <p className="small figure">{receivers}</p>}
            <ListeningChart histogram={histogram} listening={listening} />
          </section>
          <section aria-label={`${mainCountsTitle} by month of the year`}>
            <h3>{mainCountsTitle} by month of the year</h3>
            <Months months={monthsOfYear(histogram)} hasTimes={summary.hasTimes} />
          </section>
          {unusual === '' ? null : (
            <section aria-label={`${site.marks.sighting.labelOfMany} usual in each month`}>
              <h3>{site.marks.sighting.labelOfMany} usual in each month</h3>
              <p className="small figure">{unusual}</p>
              <SeasonChart season={season} />
              <p className="small muted">{higherNumbersInWords}</p>
            </section>
          )}
          <section aria-label={`Newest ${mainCounts}`}>
            <div className="row wrap apart gap-4">
              <h3>Newest {mainCounts}</h3>
              {/* With filters, the link is next to the note about them. */}
              {filters ? null : <SeeAll summary={summary} className="button" />}
            </div>
            <NewestRows rows={newest} showDistance={!('council' in scope)} onToggle={toggleGroup} />
          </section>
        </>
      )}
      <Receiver summary={summary} />
    </>
  );
}

function Months({ months, hasTimes }: { readonly months: CountsByMark; readonly hasTimes: boolean }) {
  const { view } = useExplorer();
  const inWords = extremesInWords(monthCategories, months, 'month');
  return (
    <>
      <p className="small muted figure">{inWords}</p>
      <StackedBars categories={monthCategories} counts={months} noun="month" label={inWords} />
      <Button
        className="summary-charts"
        onClick={() => {
          view.getState().showCharts(true);
        }}
      >
        <Icon name="chart" size={18} />
        {hasTimes ? 'Charts by hour, species and length' : 'More charts'}
      </Button>
    </>
  );
}

/** What helps if there are no records. */
function NothingHere({ summary: { scope, nearestPlace } }: { readonly summary: Summary }) {
  if ('council' in scope) return null;
  if (nearestPlace && nearestPlace.distanceInMetres > outsideRegionInMetres) {
    return <p>This point is outside the region this data covers: {coastOfRegion}.</p>;
  }
  return <p>A wider circle may include records from further along the coast.</p>;
}

/** Opens the comparison of the selected place or point with another one. */
export function CompareButton() {
  const { view } = useExplorer();
  return (
    <Button
      size="small"
      onClick={() => {
        view.getState().compareWith('choose');
      }}
    >
      <ColumnsIcon />
      Compare
      <span className="visually-hidden"> this place with another</span>
    </Button>
  );
}

/** Two columns. */
function ColumnsIcon() {
  return (
    <svg width={16} height={16} viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="icon">
      <path d="M4 4h6v16H4ZM14 4h6v16h-6Z" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}

/** The radius of the circle around the selection: a slider, a number and common radii. */
function RadiusControl({ centre }: { readonly centre: Position }) {
  const radius = useSelectionRadius(centre);
  return (
    <div className="summary-radius stack">
      <RadiusSlider {...radius} />
      <RadiusPresets className="wrap" presets={selectionRadii} {...radius} />
    </div>
  );
}

const maxNamedReceivers = 5;

/** The nearest receiver or those of a council area, and what no records can mean. */
function Receiver({ summary }: { readonly summary: Summary }) {
  const units = useView((state) => state.units);
  const linkTo = useSelectionLink();
  const { nearestReceiver: nearest, receivers } = summary;
  const named = receivers.slice(0, maxNamedReceivers);
  const linkToReceiver = ({ name, position }: NearestReceiver): ReactNode => (
    <a {...linkTo({ kind: 'location', position })}>
      <bdi>{name.trim() || 'without a name'}</bdi>
    </a>
  );
  return (
    <section aria-label={`What a lack of ${mainCounts} can mean`}>
      <h3>What a lack of {mainCounts} can mean</h3>
      <p className="figure">
        {summary.inArea === 0
          ? `Nothing recorded ${summaryScopeInWords(summary.scope, units)} does not mean that there were no ${site.subject.many}.`
          : `A period without ${mainCountsOr} does not mean that there were no ${site.subject.many}.`}{' '}
        {receiverText(summary)}
        {summary.inArea === 0 ? ` ${listeningInWords(summary.listening, 0, units).join(' ')}` : null}
      </p>
      {named.length > 0 ? (
        <p className="small figure">
          {countOf(receivers.length, 'receiver')}:{' '}
          {named.map((receiver, index) => (
            <Fragment key={plainPosition(receiver.position)}>
              {index > 0 ? ', ' : null}
              {linkToReceiver(receiver)}
            </Fragment>
          ))}
          {receivers.length > named.length ? ` and ${formatCount(receivers.length - named.length)} more` : null}.
        </p>
      ) : nearest ? (
        <p className="small figure">
          Nearest receiver: {linkToReceiver(nearest)}, {receiverFacts(summary, nearest, units)}.
        </p>
      ) : null}
      <PositionNote />
    </section>
  );
}

/**
 * What the absence of records can and cannot mean here, from where the receivers are. Neither alarming nor reassuring.
 */
function receiverText({
  receiverPoints,
  nearestReceiver,
  scope,
}: Pick<Summary, 'receiverPoints' | 'nearestReceiver' | 'scope'>): string {
  const people = hasReports ? ' People report only what they see.' : '';
  if (!hasReceivers) return people.trim();
  const { one, many } = taggedSubject;
  if (!nearestReceiver) return `No receiver in this data has detected a ${one}.${people}`;
  const isArea = 'council' in scope;
  const inside = isArea ? inThisCouncilArea : 'in this circle';
  const receivers =
    receiverPoints === 0
      ? `No receiver ${inside} has detected a ${one}.`
      : receiverPoints === 1
        ? `A receiver ${inside} has detected ${many}.`
        : isArea
          ? // Their number is before their names.
            `Receivers ${inside} have detected ${many}.`
          : `Receivers at ${formatCount(receiverPoints)} points ${inside} have detected ${many}.`;
  return `${receivers} A receiver detects only ${many} that pass close to it.${people}`;
}

/**
 * "12 km NW, 374 visits": the distance from the centre of a circle or from the middle of the records of a council
 * area, and outside it the number of visits, which are not among those that the summary counts.
 */
function receiverFacts({ receiverPoints, inArea, scope }: Summary, receiver: NearestReceiver, units: Units): string {
  const from = 'council' in scope ? ` of the middle of ${inArea > 0 ? 'these records' : 'this council area'}` : '';
  const distance = hasDirection(receiver.distanceInMetres)
    ? `${formatDistanceAndBearing(receiver, units)}${from}`
    : 'at this point';
  return receiverPoints > 0 ? distance : `${distance}, ${countOfNoun(receiver.visits, site.marks.detection)}`;
}
