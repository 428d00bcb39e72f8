import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import { PublishedParts } from '../components/PublishedParts.tsx';
import type { PlaceRow } from '../engine/engine.ts';
import { useSession } from '../session/use-session.ts';
import { wholeCoast } from '../view/view-state.ts';
import { placeFieldNames } from '../vocabulary/field-names.ts';
import { featureTypeName } from '../vocabulary/value-names.ts';
import { AllFields } from './AllFields.tsx';
import { RowsAround, useNearby } from './Around.tsx';
import { AroundPlace } from './AroundPlace.tsx';
import { DetailsFrame } from './DetailsFrame.tsx';
import { FromSearch } from './FromSearch.tsx';
import { ListSteps } from './ListSteps.tsx';
import { MapActions } from './MapActions.tsx';
import { PointLine, PositionNote } from './PointLine.tsx';
import { placeTitle } from './titles.ts';
import { useAsked } from './use-asked.ts';

/** A place: its two points, the records around it with a radius to adjust, and every field of it. */
export function PlaceDetails({ id }: { readonly id: number }) {
  const { engine } = useSession();
  const subject = `place ${id}`;
  const asked = useAsked(subject, () => engine.place(id, wholeCoast.centre));
  return (
    <DetailsFrame
      subject={subject}
      asked={asked}
      waitingTitle={`Place ${id}`}
      missing={{
        title: 'No such place',
        text: `There is no place ${id} in this data. The address may be mistyped, or the place may have been withdrawn.`,
      }}
      steps={<ListSteps kind="place" id={id} />}
      titleOf={({ name }) => ({ published: placeTitle(name), rest: '' })}
      leadOf={({ featureType, town }) => (
        // One element: the line is laid out by a gap between elements.
        <span>
          <PublishedParts parts={[featureTypeName(featureType), town]} />
        </span>
      )}
    >
      {(row) => <KnownPlace row={row} />}
    </DetailsFrame>
  );
}

function KnownPlace({ row }: { readonly row: PlaceRow }) {
  const { inshore, offshore } = row;
  const surroundings = useNearby(inshore);
  const hasOnePoint = inshore.longitude === offshore.longitude && inshore.latitude === offshore.latitude;
  return (
    <>
      <AroundPlace inshore={inshore} surroundings={surroundings} />
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
          <FromSearch position={inshore} />
        </dl>
        <PositionNote>Records are placed at these points, not where the animals were.</PositionNote>
        <MapActions position={inshore} isSearchedAbove />
      </section>
      {surroundings.state === 'answered' ? (
        <section aria-label="Near it">
          <h3>Near it</h3>
          <RowsAround title="Places" rows={surroundings.value.places} except={row} />
        </section>
      ) : null}
      <AllFields dataset={coastalFeatures} names={placeFieldNames} id={row.id} />
    </>
  );
}
