import { useLayoutEffect, useRef } from 'react';

import { locationName } from '../vocabulary/site-words.ts';
import { Button } from '../components/buttons.tsx';
import { rawData } from '../../core/datasets/datasets.ts';
import { HelpLink } from '../components/HelpLink.tsx';
import { focusCount } from '../components/focus-count.ts';
import { MarkIcon } from '../components/Icon.tsx';
import type { RecordDetails as Facts, RecordRow } from '../engine/engine.ts';
import { Remark } from '../rows/ResultRow.tsx';
import { showJourney } from '../explorer/address-selection.ts';
import { useDetails, useEngineQuery } from '../explorer/use-engine-query.ts';
import { useSelectionLink } from '../explorer/use-selection-link.ts';
import { useQueryState, useExplorer, useView } from '../explorer/use-explorer.ts';
import { showSearch } from '../view/search-around.ts';
import { noFilters, radiusSearchAt, wholeCoast } from '../view/view-state.ts';
import { formatLocalTime } from '../vocabulary/dates.ts';
import { formatOffshore, type Units } from '../vocabulary/distances.ts';
import { tagCaution } from '../vocabulary/filter-texts.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { isPlausible } from '../vocabulary/positions.ts';
import { formatSize, numberInWords } from '../vocabulary/record-facts.ts';
import { missingTitles, placeTitle, recordTitle, recordLabel } from '../vocabulary/titles.ts';
import { sourceName } from '../vocabulary/value-names.ts';
import { AllFields } from './AllFields.tsx';
import { DetailsFrame } from './DetailsFrame.tsx';
import { ListSteps } from './ListSteps.tsx';
import { LocationDetails } from './LocationDetails.tsx';
import { NearbyRows, RadiusCounts, useNearby } from './Nearby.tsx';
import { AreaDetails, PlaceDetails } from './PlaceDetails.tsx';
import { DistanceFromSearch, PositionSection } from './Position.tsx';
import './details.css';

/** The details of the selected record, place or location; renders nothing without a selection. */
export function DetailsPanel() {
  const selection = useView((view) => view.selection);
  const section = useRef<HTMLElement>(null);
  const subject = JSON.stringify(selection);

  // Before the title receives the focus, which scrolls it into view.
  useLayoutEffect(() => {
    section.current?.scrollTo({ top: 0 });
  }, [subject]);

  if (selection === null) return null;
  return (
    <section className="details" aria-label="Details" ref={section}>
      {selection.kind === 'record' ? <RecordDetails id={selection.id} /> : null}
      {selection.kind === 'place' ? <PlaceDetails id={selection.id} /> : null}
      {selection.kind === 'area' ? <AreaDetails name={selection.name} /> : null}
      {selection.kind === 'location' ? <LocationDetails position={selection.position} /> : null}
    </section>
  );
}

/** A record: a summary, nearby places, and all of its fields. */
function RecordDetails({ id }: { readonly id: number }) {
  const { engine } = useExplorer();
  const subject = `record ${id}`;
  const result = useEngineQuery(subject, () => engine.record(id, wholeCoast.centre));
  return (
    <DetailsFrame
      subject={subject}
      result={result}
      loadingTitle={`Record ${id}`}
      notFound={{
        title: missingTitles.record,
        text: `There is no record ${id} in this data. The address may be mistyped, or the record may have been withdrawn.`,
      }}
      steps={<ListSteps kind="record" id={id} />}
      getTitle={recordTitle}
      renderLead={(row) => (
        <>
          <MarkIcon mark={row.mark} size={16} /> {recordLabel(row)}
        </>
      )}
    >
      {(row) => <RecordBody row={row} />}
    </DetailsFrame>
  );
}

function RecordBody({ row }: { readonly row: RecordRow }) {
  return (
    <>
      <dl className="details-facts stack gap-4 label">
        <DetailFacts row={row} />
        <div>
          <dt>Place</dt>
          <dd>
            <bdi>{placeTitle(row.place)}</bdi>
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd className="figure">
            {formatLocalTime(row.dateTime, row.timeBasis)}{' '}
            {row.timeBasis === 'UTC' ? <span className="muted">(recorded in UTC, 8 hours earlier) </span> : null}
            <HelpLink topic="times">About times</HelpLink>
          </dd>
        </div>
        <DistanceFromSearch position={row.position} />
        <div>
          <dt>Source</dt>
          <dd>
            <bdi>{sourceName(row.source)}</bdi>
          </dd>
        </div>
        {row.tag === null ? null : (
          <div>
            <dt>Tag</dt>
            <dd className="figure">
              <bdi>{row.tag}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {row.tag === null ? null : <JourneyButton tag={row.tag} />}
      <RecordNearby row={row} />
      <PositionSection points={[{ name: locationName, position: row.position }]} position={row.position}>
        {isPlausible(row.position) ? null : (
          <p className="notice-box small">
            This position is probably wrong: it is outside the region this data covers. A minus sign may be missing.
          </p>
        )}
      </PositionSection>
      <AllFields dataset={rawData} id={row.id} />
    </>
  );
}

/** Lists all visits of the sharks with a tag. */
function JourneyButton({ tag }: { readonly tag: string }) {
  const explorer = useExplorer();
  return (
    <div className="stack at-start">
      <Button
        onClick={() => {
          void showJourney(explorer, tag).then(focusCount);
        }}
      >
        Journey of tag {tag}
      </Button>
      <p className="small muted">{tagCaution}</p>
    </div>
  );
}

/** Size, number, distance offshore and remark, as far as they are recorded. They are loaded after the record. */
function DetailFacts({ row }: { readonly row: RecordRow }) {
  const { engine } = useExplorer();
  const units = useView((view) => view.units);
  const words = useView((view) => view.filters.remark);
  const state = useQueryState(({ details }) => details);
  useDetails();
  const hasDetails = row.details !== null || state === 'ready';
  const loaded = useEngineQuery(row.details === null && hasDetails ? `details ${row.id}` : null, () =>
    engine.record(row.id, wholeCoast.centre),
  );
  const details = row.details ?? (loaded.state === 'ready' ? (loaded.value?.details ?? null) : null);
  if (!details) {
    return (
      <div>
        <dt>Size, distance and remarks</dt>
        <dd className="muted">{state === 'failed' ? 'Not loaded yet: see the fields below' : 'Loading'}</dd>
      </div>
    );
  }
  return factsInWords(details, units).map(({ name, text }) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd className="figure">{name === whatWasNoted ? <Remark remark={text} words={words} /> : <bdi>{text}</bdi>}</dd>
    </div>
  ));
}

const whatWasNoted = 'Remark';

function factsInWords(details: Facts, units: Units): readonly { readonly name: string; readonly text: string }[] {
  return [
    { name: 'Size, estimated', text: formatSize(details.size) },
    { name: 'Number', text: numberInWords(details.number) },
    {
      name: 'Distance from the shore',
      text: formatOffshore(details.distanceOffshoreInMetres, units) || details.distanceText,
    },
    { name: whatWasNoted, text: details.remark },
  ].filter(({ text }) => text !== '');
}

/** Places and record counts near a record, and other records at the same point. */
function RecordNearby({ row }: { readonly row: RecordRow }) {
  const { engine, view } = useExplorer();
  const linkTo = useSelectionLink();
  const { position } = row;
  const searchHere = useView((state) => radiusSearchAt(position, state.search));
  const nearby = useNearby(position);
  const location = useEngineQuery(`location ${position.longitude} ${position.latitude}`, () =>
    engine.location(position, noFilters),
  );
  const others = location.state === 'ready' && location.value ? location.value.records - 1 : 0;

  return (
    <section aria-label="Nearby">
      <h3>Nearby</h3>
      {others > 0 ? (
        <p className="figure">
          {countOf(others, 'other record')} at this point:{' '}
          <a {...linkTo({ kind: 'location', position })}>
            {others === 1 ? 'see both records' : `see all ${formatCount(others + 1)}`}
          </a>
        </p>
      ) : null}
      {nearby.state === 'ready' ? (
        <>
          <RadiusCounts
            nearby={nearby.value}
            radiusInMetres={searchHere?.radiusInMetres ?? null}
            onRadius={(radiusInMetres) => {
              showSearch(view.getState(), { mode: 'radius', centre: position, radiusInMetres });
            }}
          />
          <NearbyRows title="Places" rows={nearby.value.places} except={null} />
        </>
      ) : null}
      {nearby.state === 'failed' ? <p className="muted">Nearby places could not be loaded. {nearby.message}</p> : null}
    </section>
  );
}
