import { rawData } from '../../core/datasets/raw-data.ts';
import { HelpLink } from '../components/HelpLink.tsx';
import { MarkIcon } from '../components/MarkIcon.tsx';
import type { RecordRow } from '../engine/engine.ts';
import { useSession } from '../session/use-session.ts';
import { wholeCoast } from '../view/view-state.ts';
import { formatAsRecorded } from '../vocabulary/dates.ts';
import { recordFieldNames } from '../vocabulary/field-names.ts';
import { markLabels } from '../vocabulary/kinds.ts';
import { sourceName } from '../vocabulary/value-names.ts';
import { AllFields } from './AllFields.tsx';
import { DetailsFrame } from './DetailsFrame.tsx';
import { FromSearch } from './FromSearch.tsx';
import { ListSteps } from './ListSteps.tsx';
import { MapActions } from './MapActions.tsx';
import { PointLine, PositionNote } from './PointLine.tsx';
import { RecordSurroundings } from './RecordSurroundings.tsx';
import { placeTitle, recordTitle } from './titles.ts';
import { useAsked } from './use-asked.ts';

/** A record: what is known of it at once, then every field of it, and what stands near. */
export function RecordDetails({ id }: { readonly id: number }) {
  const { engine } = useSession();
  const subject = `record ${id}`;
  const asked = useAsked(subject, () => engine.record(id, wholeCoast.centre));
  return (
    <DetailsFrame
      subject={subject}
      asked={asked}
      waitingTitle={`Record ${id}`}
      missing={{
        title: 'No such record',
        text: `There is no record ${id} in this data. The address may be mistyped, or the record may have been withdrawn.`,
      }}
      steps={<ListSteps kind="record" id={id} />}
      titleOf={recordTitle}
      leadOf={({ mark, tag }) => (
        <>
          <MarkIcon mark={mark} size={16} /> {markLabels[mark]}
          {tag === null ? '' : ' of a tagged animal'}
        </>
      )}
    >
      {(row) => <KnownRecord row={row} />}
    </DetailsFrame>
  );
}

function KnownRecord({ row }: { readonly row: RecordRow }) {
  return (
    <>
      <dl className="details-facts">
        <div>
          <dt>Time</dt>
          <dd className="figure">
            {formatAsRecorded(row.dateTime)}{' '}
            <HelpLink topic="times" className="details-help">
              as recorded
            </HelpLink>
          </dd>
        </div>
        <div>
          <dt>Place</dt>
          <dd>
            <bdi>{placeTitle(row.place)}</bdi>
          </dd>
        </div>
        <FromSearch position={row.position} />
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
      <section aria-label="Position">
        <h3>Position</h3>
        <PointLine name="Point of the coastal feature" copyLabel="Copy coordinates" position={row.position} />
        <PositionNote>This record is placed at a point of a coastal feature, not where the animal was.</PositionNote>
        <MapActions position={row.position} />
      </section>
      <RecordSurroundings row={row} />
      <AllFields dataset={rawData} names={recordFieldNames} id={row.id} />
    </>
  );
}
