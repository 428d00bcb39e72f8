import type { Position } from '../../core/geo/wgs84.ts';
import { HelpLink } from '../components/HelpLink.tsx';
import { MarkIcon } from '../components/MarkIcon.tsx';
import type { SpotDetails as Spot } from '../engine/engine.ts';
import { useSession, useView } from '../session/use-session.ts';
import { listRecordsAt } from '../view/search-around.ts';
import { hasFilters } from '../view/view-state.ts';
import { formatAsRecorded } from '../vocabulary/dates.ts';
import { markLabels, marks } from '../vocabulary/kinds.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { DetailsFrame } from './DetailsFrame.tsx';
import { MapActions } from './MapActions.tsx';
import { PointLine, PositionNote } from './PointLine.tsx';
import { RowLink } from './RowLink.tsx';
import { SpeciesBars } from './SpeciesBars.tsx';
import { YearChart } from './YearChart.tsx';
import { placeTitle } from './titles.ts';
import { useAsked } from './use-asked.ts';

const shownRows = 20;

/** A spot: all records that stand at one point. */
export function SpotDetails({ position }: { readonly position: Position }) {
  const { engine } = useSession();
  const filters = useView((view) => view.filters);
  const isFiltered = hasFilters(filters, 'records');
  const subject = `spot ${position.longitude} ${position.latitude}`;
  const asked = useAsked(`${subject} ${JSON.stringify(filters)}`, () => engine.spot(position, filters));
  return (
    <DetailsFrame
      subject={subject}
      asked={asked}
      waitingTitle="Records at one point"
      missing={{
        title: 'No records at this point',
        text: 'No record stands at exactly this point, or none that the filters let through.',
        mayBeFiltered: true,
      }}
      titleOf={({ name }) => ({ published: placeTitle(name), rest: '' })}
      leadOf={({ records, mostDetected }) => (
        <span>
          {countOf(records, 'record')} at this point{isFiltered ? ', of those the filters let through' : ''}.
          {mostDetected && mostDetected.count > 1
            ? ` ${formatCount(mostDetected.count)} of these are one animal's repeat detections.`
            : ''}
        </span>
      )}
    >
      {(spot) => <KnownSpot spot={spot} />}
    </DetailsFrame>
  );
}

function KnownSpot({ spot }: { readonly spot: Spot }) {
  const { view } = useSession();
  const { position } = spot;
  const rows = spot.rows.slice(0, shownRows);
  return (
    <>
      <ul className="details-marks">
        {marks
          .filter((mark) => spot.byMark[mark] > 0)
          .map((mark) => (
            <li key={mark}>
              <MarkIcon mark={mark} size={16} />
              <span>{markLabels[mark]}</span>
              <span className="figure">{formatCount(spot.byMark[mark])}</span>
            </li>
          ))}
      </ul>
      <dl className="details-facts">
        {spot.first !== null && spot.last !== null ? (
          <div>
            <dt>From, to</dt>
            <dd className="figure">
              {formatAsRecorded(spot.first)} to {formatAsRecorded(spot.last)}{' '}
              <HelpLink topic="times" className="details-help">
                as recorded
              </HelpLink>
            </dd>
          </div>
        ) : null}
        {spot.animals > 0 ? (
          <div>
            <dt>Tagged animals</dt>
            <dd className="figure">{formatCount(spot.animals)}</dd>
          </div>
        ) : null}
      </dl>
      <section aria-label="Species">
        <h3>Species</h3>
        <SpeciesBars species={spot.species} />
      </section>
      <section aria-label="Years">
        <h3>Years</h3>
        <YearChart histogram={spot.histogram} />
      </section>
      <section aria-label="Position">
        <h3>Position</h3>
        <PointLine name="Point of the coastal feature" copyLabel="Copy coordinates" position={position} />
        <PositionNote>
          These records are placed at a point of a coastal feature, not where the animals were.
        </PositionNote>
        <MapActions position={position} />
      </section>
      <section aria-label="Newest records">
        <h3>Newest records</h3>
        <ul className="details-rows">
          {rows.map((row) => (
            <li key={row.id}>
              <RowLink row={row} showDistance={false} />
            </li>
          ))}
        </ul>
        <button
          type="button"
          className="button"
          onClick={() => {
            listRecordsAt(view, position);
          }}
        >
          Show all in the list
        </button>
      </section>
    </>
  );
}
