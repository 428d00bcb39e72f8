import { useEffect } from 'react';

import { coastalFeatures } from '../../core/datasets/datasets.ts';
import { PublishedParts } from '../components/PublishedParts.tsx';
import type { PlaceRow, Summary } from '../engine/engine.ts';
import { SavePlaceButton } from '../saved/SavePlaceButton.tsx';
import { useExplorer, useView, useData } from '../explorer/use-explorer.ts';
import { fitArea } from '../view/fit-positions.ts';
import { mapSizeNow } from '../view/search-around.ts';
import { wholeCoast } from '../view/view-state.ts';
import { missingTitles, placeTitle } from '../vocabulary/titles.ts';
import { featureTypeName } from '../vocabulary/value-names.ts';
import { AllFields } from './AllFields.tsx';
import { DetailsFrame } from './DetailsFrame.tsx';
import { ListSteps } from './ListSteps.tsx';
import { NearbySection } from './Nearby.tsx';
import { DistanceFromSearch, PositionSection } from './Position.tsx';
import { SummarySections } from './SummarySections.tsx';
import { useEngineQuery } from '../explorer/use-engine-query.ts';
import { placeFeedPath } from '../../core/storage/format/layout.ts';
import { site } from '../vocabulary/site.ts';

/** A place: the summary of its circle, the places nearby, its points, and all of its fields. */
export function PlaceDetails({ id }: { readonly id: number }) {
  const { engine } = useExplorer();
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
  const { engine } = useExplorer();
  const { id, name, inshore, offshore } = row;
  const radiusInMetres = useView((state) => state.selectionRadiusInMetres);
  const council = useEngineQuery(`council of ${id}`, () => engine.councilOf(id));
  const hasOnePoint = inshore.longitude === offshore.longitude && inshore.latitude === offshore.latitude;
  return (
    <>
      <SummarySections
        scope={{ centre: inshore, radiusInMetres }}
        actions={<SavePlaceButton place={{ placeId: row.id, name: row.name, position: inshore }} />}
        name={<bdi>{placeTitle(name)}</bdi>}
      />
      <FeedLinks placeId={id} />
      <NearbySection
        position={inshore}
        except={row}
        council={council.state === 'ready' && council.value !== '' ? council.value : null}
      />
      <PositionSection
        points={
          hasOnePoint
            ? [{ name: 'Inshore and offshore point', position: inshore }]
            : [
                { name: 'Inshore point', copyLabel: 'Copy inshore point', position: inshore },
                { name: 'Offshore point', copyLabel: 'Copy offshore point', position: offshore },
              ]
        }
        note={`Locations are approximate: records are placed at these points, not where the ${site.subject.many} were.`}
        position={inshore}
        isSearchHidden
      >
        <dl className="details-facts stack gap-4 label">
          <DistanceFromSearch position={inshore} />
        </dl>
      </PositionSection>
      <AllFields dataset={coastalFeatures} id={id} />
    </>
  );
}

/** Links to the feeds of the newest records near a place. Nothing on a host that only serves files. */
function FeedLinks({ placeId }: { readonly placeId: number }) {
  const { siteUrl } = useExplorer();
  if (useData()?.hasPlaceFeeds !== true) return null;
  return (
    <p>
      Follow new records within 1 km in a feed reader: <a href={siteUrl + placeFeedPath('atom', placeId)}>Atom</a>,{' '}
      <a href={siteUrl + placeFeedPath('json', placeId)}>JSON Feed</a>
    </p>
  );
}

/** A council area: the summary of the records whose nearest coastal feature is in it. */
export function AreaDetails({ name }: { readonly name: string }) {
  const { engine } = useExplorer();
  const subject = `area ${name}`;
  const result = useEngineQuery(subject, () => engine.summarise({ council: name }));
  return (
    <DetailsFrame
      subject={subject}
      result={result}
      loadingTitle={name}
      notFound={{
        title: missingTitles.area,
        text: `No coastal feature in this data is in a council area named “${name}”. The address may be mistyped.`,
      }}
      getTitle={() => ({ published: name, rest: '' })}
      renderLead={() => 'Council area'}
    >
      {(summary) => <AreaBody name={name} first={summary} />}
    </DetailsFrame>
  );
}

function AreaBody({ name, first }: { readonly name: string; readonly first: Summary }) {
  const { view } = useExplorer();
  const { box } = first;

  useEffect(() => {
    if (!box) return;
    const { widthInPixels: x, heightInPixels: y } = mapSizeNow();
    view.getState().moveMap(fitArea(box, { x, y }));
  }, [view, box]);

  return <SummarySections scope={{ council: name }} initial={first} name={<bdi>{name}</bdi>} />;
}
