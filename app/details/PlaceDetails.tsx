import { coastalFeatures } from '../../core/datasets/datasets.ts';
import { PublishedParts } from '../components/PublishedParts.tsx';
import type { PlaceRow } from '../engine/engine.ts';
import { SavePlaceButton } from '../saved/SavePlaceButton.tsx';
import { useSession, useView, useData } from '../session/use-session.ts';
import { wholeCoast } from '../view/view-state.ts';
import { missingTitles, placeTitle } from '../vocabulary/titles.ts';
import { featureTypeName } from '../vocabulary/value-names.ts';
import { AllFields } from './AllFields.tsx';
import { CompareButton } from './CompareButton.tsx';
import { DetailsFrame } from './DetailsFrame.tsx';
import { ListSteps } from './ListSteps.tsx';
import { NearbySection } from './Nearby.tsx';
import { DistanceFromSearch, MapActions, PointLine, PositionNote } from './Position.tsx';
import { SummarySections } from './SummarySections.tsx';
import { useEngineQuery } from '../session/use-async.ts';
import { placeFeedPath } from '../../core/storage/format/layout.ts';

/** A place: the summary of its circle, the places nearby, its points, and all of its fields. */
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
        title: missingTitles.place,
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
  const { engine } = useSession();
  const { id, name, inshore, offshore } = row;
  const radiusInMetres = useView((state) => state.selectionRadiusInMetres);
  const council = useEngineQuery(`council of ${id}`, () => engine.councilOf(id));
  const hasOnePoint = inshore.longitude === offshore.longitude && inshore.latitude === offshore.latitude;
  return (
    <>
      <SummarySections
        scope={{ centre: inshore, radiusInMetres }}
        actions={
          <>
            <SavePlaceButton place={{ placeId: row.id, name: row.name, position: inshore }} />
            <CompareButton />
          </>
        }
        name={<bdi>{placeTitle(name)}</bdi>}
      />
      <FeedLinks placeId={id} />
      <NearbySection
        position={inshore}
        except={row}
        council={council.state === 'ready' && council.value !== '' ? council.value : null}
      />
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
        <dl className="details-facts stack gap-4 label">
          <DistanceFromSearch position={inshore} />
        </dl>
        <PositionNote>
          Locations are approximate: records are placed at these points, not where the sharks were.
        </PositionNote>
        <MapActions position={inshore} isSearchHidden />
      </section>
      <AllFields dataset={coastalFeatures} id={id} />
    </>
  );
}

/** Links to the feeds of the newest records near a place. Nothing on a host that only serves files. */
function FeedLinks({ placeId }: { readonly placeId: number }) {
  const { siteUrl } = useSession();
  if (useData()?.hasPlaceFeeds !== true) return null;
  return (
    <p>
      Follow new records within 1 km in a feed reader: <a href={siteUrl + placeFeedPath('atom', placeId)}>Atom</a>,{' '}
      <a href={siteUrl + placeFeedPath('json', placeId)}>JSON Feed</a>
    </p>
  );
}
