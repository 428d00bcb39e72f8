import { Button } from '../components/buttons.tsx';
import type { Position } from '../../core/geo/wgs84.ts';
import { SpeciesBars } from '../charts/SpeciesCharts.tsx';
import { extremesInWords, StackedBars } from '../charts/StackedBars.tsx';
import { HelpLink } from '../components/HelpLink.tsx';
import { MarkIcon } from '../components/Icon.tsx';
import {
  type Histogram,
  type LocationSummary,
  type PlaceRow,
  type PointName,
  type YearCounts,
  yearCountsOf,
} from '../engine/engine.ts';
import { SavePlaceButton } from '../saved/SavePlaceButton.tsx';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { listRecordsAt } from '../view/search-around.ts';
import { defaultSelectionRadiusInMetres, hasFilters } from '../view/view-state.ts';
import { formatDate } from '../vocabulary/dates.ts';
import { formatDistanceAndBearing, hasDirection } from '../vocabulary/distances.ts';
import { marks } from '../../core/datasets/kinds.ts';
import { byEachMark } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { countsInWords } from '../vocabulary/observation-counts.ts';
import { recordsInWords } from '../vocabulary/observation-sentences.ts';
import { capitalise } from '../vocabulary/text.ts';
import { pointTitle } from '../vocabulary/titles.ts';
import { DetailsFrame } from './DetailsFrame.tsx';
import { NearbySection } from './Nearby.tsx';
import { NewestRows, useExpandedGroups } from './NewestRows.tsx';
import { PositionSection } from './Position.tsx';
import { SummarySections } from './SummarySections.tsx';
import { useEngineQuery, useLatestResult } from '../explorer/use-engine-query.ts';
import { site } from '../vocabulary/site.ts';
import { locationName, mainCounts } from '../vocabulary/site-words.ts';

/** What the data says about a point: its name, the records exactly there, and the nearest well-known place. */
interface PointFacts {
  readonly point: PointName | null;
  readonly location: LocationSummary | null;
  readonly place: PlaceRow | null;
}

/** A location: the summary of the circle around a point, and all records exactly at that point. */
export function LocationDetails({ position }: { readonly position: Position }) {
  const { engine } = useExplorer();
  const filters = useView((view) => view.filters);
  const units = useView((view) => view.units);
  const subject = `location ${position.longitude} ${position.latitude}`;
  const result = useEngineQuery(`${subject} ${JSON.stringify(filters)}`, async (): Promise<PointFacts> => {
    const scope = { centre: position, radiusInMetres: defaultSelectionRadiusInMetres };
    const [point, location, summary] = await Promise.all([
      engine.pointName(position),
      engine.location(position, filters),
      engine.summarise(scope, [], filters),
    ]);
    return { point, location, place: summary?.nearestPlace ?? null };
  });
  return (
    <DetailsFrame
      subject={subject}
      result={result}
      loadingTitle="Records at one point"
      notFound={{
        title: 'No such point',
        text: 'This point is not on the map.',
      }}
      getTitle={({ point }) => {
        const { before, name } = pointTitle(point, units);
        return { published: before + name, rest: '' };
      }}
      renderLead={({ point, place }) => (place && point?.isExact ? <PlaceLine place={place} /> : 'Point on the map')}
    >
      {(facts) => <PointBody position={position} facts={facts} />}
    </DetailsFrame>
  );
}

/** "Trigg Beach is 850 m NW of this point.": for a point that is not itself named after this place. */
function PlaceLine({ place }: { readonly place: PlaceRow }) {
  const units = useView((view) => view.units);
  return (
    <span>
      <bdi>{place.name.trim()}</bdi>{' '}
      {hasDirection(place.distanceInMetres)
        ? `is ${formatDistanceAndBearing(place, units)} of this point.`
        : 'is at this point.'}
    </span>
  );
}

function PointBody({
  position,
  facts: { point, location },
}: {
  readonly position: Position;
  readonly facts: PointFacts;
}) {
  const units = useView((view) => view.units);
  const radiusInMetres = useView((view) => view.selectionRadiusInMetres);
  const title = pointTitle(point, units);
  return (
    <>
      <SummarySections
        scope={{ centre: position, radiusInMetres }}
        actions={<SavePlaceButton place={{ placeId: null, name: title.before + title.name, position }} />}
        name={
          <>
            {title.before}
            <bdi>{title.name}</bdi>
          </>
        }
      />
      <NearbySection position={position} except={null} />
      {location ? <LocationBody location={location} /> : null}
      <PositionSection points={[{ name: location ? locationName : 'This point', position }]} position={position} />
    </>
  );
}

function LocationBody({ location }: { readonly location: LocationSummary }) {
  const { view } = useExplorer();
  const { position } = location;
  const isFiltered = useView((state) => hasFilters(state.filters, 'records'));
  const { records } = location;
  const occurring = marks.filter((mark) => location.byMark[mark] > 0);
  return (
    <>
      <section aria-label="Records at this point">
        <h3>Records at exactly this point</h3>
        <p className="figure">
          {records === 0 ? 'Nothing' : capitalise(countsInWords(location))} at this point
          {isFiltered ? (records <= 1 ? ' matches the filters' : ' match the filters') : ''}.
        </p>
        <ul className="stack gap-4 label">
          {occurring.map((mark) => (
            <li key={mark} className="row">
              <MarkIcon mark={mark} size={16} />
              <span className="grow">{site.marks[mark].labelOfMany}</span>
              <span className="figure">{formatCount(location.byMark[mark])}</span>
            </li>
          ))}
        </ul>
        {records === 0 ? null : <p className="small muted figure">{recordsInWords(location, isFiltered)}</p>}
        <dl className="details-facts stack gap-4 label">
          {location.first !== null && location.last !== null ? (
            <div>
              <dt>Period</dt>
              <dd className="figure">
                {formatDate(location.first)} to {formatDate(location.last)}{' '}
                <HelpLink topic="times">About times</HelpLink>
              </dd>
            </div>
          ) : null}
        </dl>
      </section>
      <section aria-label="Species">
        <h3>Species</h3>
        <SpeciesBars species={location.species} />
      </section>
      <section aria-label="Years">
        <h3>Years</h3>
        <Years histogram={location.histogram} />
      </section>
      <section aria-label={`Newest ${mainCounts} at this point`}>
        <h3>Newest {mainCounts} at this point</h3>
        <NewestAtPoint location={location} />
        <Button
          onClick={() => {
            listRecordsAt(view, position);
          }}
        >
          List {mainCounts} around this point
        </Button>
      </section>
    </>
  );
}

/** The same rows as in the list of these records: the detections of a visit are one row. */
function NewestAtPoint({ location }: { readonly location: LocationSummary }) {
  const [expandedGroups, toggleGroup] = useExpandedGroups();
  const filters = useView((view) => view.filters);
  const { latest } = useLatestResult(
    [location.position, filters, expandedGroups] as const,
    ({ engine }, position, wanted, expanded) => engine.location(position, wanted, expanded),
  );
  return <NewestRows rows={(latest ?? location).rows} showDistance={false} onToggle={toggleGroup} />;
}

/** Bars by year, from the first year with a record to the last. */
function Years({ histogram }: { readonly histogram: Histogram }) {
  const years = countByYear(histogram);
  if (years.length === 0) return null;
  // There is not enough space to label every year.
  const labelStep = Math.ceil(years.length / 8);
  const categories = years.map(({ year }, index) => ({
    name: String(year),
    label: index % labelStep === 0 ? String(year) : '',
  }));
  const counts = byEachMark((mark) => years.map(({ byMark }) => byMark[mark]));
  const inWords = extremesInWords(categories, counts, 'year');
  return (
    <>
      <p className="small muted figure">{inWords}</p>
      <StackedBars categories={categories} counts={counts} noun="year" label={inWords} />
    </>
  );
}

/** Counts by year, from the first year with a record to the last. */
export function countByYear(histogram: Histogram): readonly YearCounts[] {
  const years = yearCountsOf(histogram);
  const hasRecords = ({ byMark }: YearCounts): boolean => marks.some((mark) => byMark[mark] > 0);
  return years.slice(Math.max(0, years.findIndex(hasRecords)), years.findLastIndex(hasRecords) + 1);
}
