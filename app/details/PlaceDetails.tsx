import { useEffect, useState } from 'react';

import { coastalFeatures } from '../../core/datasets/datasets.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import { Icon } from '../components/Icon.tsx';
import { PublishedParts } from '../components/PublishedParts.tsx';
import { type RadiusActions, RadiusSlider } from '../components/RadiusSlider.tsx';
import type { NearbyItems, PlaceRow, WithinCounts } from '../engine/engine.ts';
import { latestOnly } from '../session/latest-only.ts';
import { useQueryState, useSession, useView } from '../session/use-session.ts';
import { bringIntoView } from '../view/search-around.ts';
import { radiusSearchAt, wholeCoast } from '../view/view-state.ts';
import { formatRadius } from '../vocabulary/distances.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { featureTypeName, placeFieldNames } from '../vocabulary/value-names.ts';
import { AllFields } from './AllFields.tsx';
import { DetailsFrame, placeTitle } from './DetailsFrame.tsx';
import { ListSteps } from './ListSteps.tsx';
import { NearbyRows, RadiusCounts, useNearby } from './Nearby.tsx';
import { DistanceFromSearch, MapActions, PointLine, PositionNote } from './Position.tsx';
import { type AsyncResult, useEngineQuery } from './use-async.ts';

/** A place: counts within an adjustable radius, its points, the places nearby, and all of its fields. */
export function PlaceDetails({ id }: { readonly id: number }) {
  const { engine } = useSession();
  const subject = `place ${id}`;
  const result = useEngineQuery(subject, () => engine.place(id, wholeCoast.centre));
  return (
    <DetailsFrame
      subject={subject}
      result={result}
      loadingTitle={`Place ${id}`}
      notFound={{
        title: 'No such place',
        text: `There is no place ${id} in this data. The address may be mistyped, or the place may have been withdrawn.`,
      }}
      steps={<ListSteps kind="place" id={id} />}
      getTitle={({ name }) => ({ published: placeTitle(name), rest: '' })}
      renderLead={({ featureType, town }) => (
        // A single element, because the lead is a flex container with gaps between its children.
        <span>
          <PublishedParts parts={[featureTypeName(featureType), town]} />
        </span>
      )}
    >
      {(row) => <PlaceBody row={row} />}
    </DetailsFrame>
  );
}

function PlaceBody({ row }: { readonly row: PlaceRow }) {
  const { inshore, offshore } = row;
  const nearby = useNearby(inshore);
  const hasOnePoint = inshore.longitude === offshore.longitude && inshore.latitude === offshore.latitude;
  return (
    <>
      <PlaceCircleSection inshore={inshore} nearby={nearby} />
      <section aria-label="Position">
        <h3>Position</h3>
        {hasOnePoint ? (
          <PointLine name="Inshore and offshore point" copyLabel="Copy coordinates" position={inshore} />
        ) : (
          <>
            <PointLine name="Inshore point" copyLabel="Copy inshore point" position={inshore} />
            <PointLine name="Offshore point" copyLabel="Copy offshore point" position={offshore} />
          </>
        )}
        <dl className="details-facts">
          <DistanceFromSearch position={inshore} />
        </dl>
        <PositionNote>
          Locations are approximate: records are placed at these points, not where the sharks were.
        </PositionNote>
        <MapActions position={inshore} isSearchHidden />
      </section>
      {nearby.state === 'ready' ? (
        <section aria-label="Nearby">
          <h3>Nearby</h3>
          <NearbyRows title="Places" rows={nearby.value.places} except={row} />
        </section>
      ) : null}
      <AllFields dataset={coastalFeatures} names={placeFieldNames} id={row.id} />
    </>
  );
}

/** The circle around a place: counts within it, its radius, and a button that searches within it. */
function PlaceCircleSection({
  inshore,
  nearby,
}: {
  readonly inshore: Position;
  readonly nearby: AsyncResult<NearbyItems>;
}) {
  const units = useView((state) => state.units);
  const circle = usePlaceCircle(inshore);
  const counts = useCountsWithin(inshore, circle.radiusInMetres);
  return (
    <section aria-label="Records around this place" data-circle={circle.isSearch ? 'search' : 'own'}>
      <h3>Records around this place</h3>
      <p className="figure details-within">
        {counts
          ? `${countOf(counts.records, 'record')} and ${countOf(counts.places, 'place')} within ${formatRadius(counts.radiusInMetres, units)}`
          : 'Counting …'}
      </p>
      <RadiusSlider radiusInMetres={circle.radiusInMetres} units={units} actions={circle.actions} />
      {nearby.state === 'ready' ? (
        <RadiusCounts nearby={nearby.value} radiusInMetres={circle.radiusInMetres} onRadius={circle.actions.setTo} />
      ) : null}
      {nearby.state === 'failed' ? <p className="muted">The counts could not be loaded. {nearby.message}</p> : null}
      <div className="details-buttons">
        {/* Disabled instead of removed, so that it keeps the focus. */}
        <button
          type="button"
          className="button"
          aria-disabled={circle.isSearch}
          onClick={() => {
            if (!circle.isSearch) circle.search();
          }}
        >
          <Icon name="search" size={16} />
          Search here
        </button>
        {circle.isSearch ? <p className="small muted">The search covers this circle.</p> : null}
      </div>
    </section>
  );
}

interface PlaceCircle {
  readonly radiusInMetres: number;
  /** Whether this is the circle of the search; otherwise it is shown in addition to the search. */
  readonly isSearch: boolean;
  readonly actions: RadiusActions;
  /** Searches within the circle. */
  search(): void;
}

/** The circle that the map draws around the inshore point of the selected place, and functions that change it. */
function usePlaceCircle(centre: Position): PlaceCircle {
  const { view } = useSession();
  const searchHere = useView((state) => radiusSearchAt(centre, state.search));
  const selectionRadiusInMetres = useView((state) => state.selectionRadiusInMetres);

  const slideTo = (radiusInMetres: number): void => {
    const { search, setSearch, setSelectionRadius } = view.getState();
    const here = radiusSearchAt(centre, search);
    if (here) setSearch({ ...here, radiusInMetres });
    else setSelectionRadius(radiusInMetres);
  };
  const settle = (): void => {
    const state = view.getState();
    const here = radiusSearchAt(centre, state.search);
    bringIntoView(state, here ?? { centre, radiusInMetres: state.selectionRadiusInMetres });
  };
  return {
    radiusInMetres: searchHere?.radiusInMetres ?? selectionRadiusInMetres,
    isSearch: searchHere !== null,
    actions: {
      slideTo,
      settle,
      setTo: (radiusInMetres) => {
        slideTo(radiusInMetres);
        settle();
      },
    },
    search: () => {
      const state = view.getState();
      state.setSearch({ mode: 'radius', centre, radiusInMetres: state.selectionRadiusInMetres });
      settle();
    },
  };
}

/**
 * Counts within a radius of a point, updated while the radius is dragged. Returns the latest counts with their radius,
 * or null before the first.
 */
function useCountsWithin({ longitude, latitude }: Position, radiusInMetres: number): WithinCounts | null {
  const { engine } = useSession();
  const loadCount = useQueryState(({ loading, loads }) => (loading.state === 'ready' ? loads : null));
  const [counts, setCounts] = useState<WithinCounts | null>(null);
  const [requestCounts] = useState(() =>
    latestOnly(
      ({ position, radius }: { readonly position: Position; readonly radius: number }) =>
        engine.countWithin(position, radius),
      setCounts,
      // The session reports the failure of the engine; the latest counts remain.
      () => undefined,
    ),
  );

  useEffect(() => {
    if (loadCount !== null) requestCounts({ position: { longitude, latitude }, radius: radiusInMetres });
  }, [requestCounts, loadCount, longitude, latitude, radiusInMetres]);

  return counts;
}
