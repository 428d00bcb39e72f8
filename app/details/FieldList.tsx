import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { HelpLink } from '../components/HelpLink.tsx';
import { shownValue } from './published-value.ts';
import type { CompleteRecord } from './use-complete-record.ts';

export interface FieldListProps {
  readonly dataset: DatasetDescription;
  readonly names: Readonly<Record<string, string>>;
  readonly record: CompleteRecord;
}

/** Every field of a record under its human name, with its value as published. */
export function FieldList({ dataset, names, record }: FieldListProps) {
  return (
    <dl className="details-fields">
      {dataset.fields.map(({ name, type, meaning }) => (
        <div key={name}>
          <dt title={`${name}: ${meaning}`}>{names[name] ?? name}</dt>
          <dd>
            <FieldValue value={record[name] ?? null} isTime={type === 'dateTime'} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ value, isTime }: { readonly value: string | number | null; readonly isTime: boolean }) {
  const shown = shownValue(value);
  if (!shown.isRecorded) {
    return (
      <span className="muted">
        not recorded
        {shown.published === null ? null : (
          <span className="small">
            {' '}
            (published as <bdi>{shown.published}</bdi>)
          </span>
        )}
      </span>
    );
  }
  if (!isTime) return <bdi className="details-published">{shown.text}</bdi>;
  return (
    <>
      <bdi className="details-published figure">{shown.text}</bdi>{' '}
      <HelpLink topic="times" className="details-help">
        as recorded
      </HelpLink>
    </>
  );
}
