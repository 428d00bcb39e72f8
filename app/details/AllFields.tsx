import { useRef, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { HelpLink } from '../components/HelpLink.tsx';
import { useConnection } from '../connection/use-connection.ts';
import { useEmptyFields } from '../explorer/use-empty-fields.ts';
import { type AsyncResult, useAsync } from '../explorer/use-engine-query.ts';

const placeholders = Array.from({ length: 8 }, (_, index) => index);

/** The fields of a record as published, loaded through the API. */
export function AllFields({ dataset, id }: Pick<FieldListProps, 'dataset'> & { readonly id: number }) {
  const { siteUrl } = useConnection();
  const path = `webapi/v1/${dataset.name}/${id}`;
  const heading = useRef<HTMLHeadingElement>(null);
  const { result, retry } = useCompleteRecord(path);
  const noun = dataset.name === 'RawData' ? 'record' : 'place';

  return (
    <section aria-label="All fields">
      <h3 ref={heading} tabIndex={-1}>
        All fields, as published
      </h3>
      {result.state === 'loading' ? (
        <div aria-busy="true">
          <p className="visually-hidden">Loading the fields</p>
          {placeholders.map((each) => (
            <div key={each} className="details-skeleton skeleton" aria-hidden="true" />
          ))}
        </div>
      ) : null}
      {result.state === 'failed' ? (
        <div className="notice-box stack at-start" role="alert">
          <p>
            The other fields of this {noun} could not be loaded. {result.message}
          </p>
          <Button
            size="small"
            onClick={() => {
              heading.current?.focus();
              retry();
            }}
          >
            Try again
          </Button>
        </div>
      ) : null}
      {result.state === 'ready' && result.value === null ? (
        <p className="notice-box">This {noun} no longer exists: the data has changed since the list was loaded.</p>
      ) : null}
      {result.state === 'ready' && result.value !== null ? <FieldList dataset={dataset} record={result.value} /> : null}
      <p>
        <a href={new URL(`${path}.json`, siteUrl).href}>This {noun} as JSON</a>
      </p>
    </section>
  );
}

/** A record as the API returns it. */
type CompleteRecord = Readonly<Record<string, string | number | null>>;

/**
 * Requests a record from the API. Returns the result, which is null if the API reports that the record does not exist,
 * and a function that tries again.
 */
function useCompleteRecord(path: string): {
  readonly result: AsyncResult<CompleteRecord | null>;
  readonly retry: () => void;
} {
  const connection = useConnection();
  const [attempt, setAttempt] = useState(0);
  const result = useAsync(`${attempt} ${path}`, async () => {
    const response = await connection.request(path);
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`The API returned status ${response.status}.`);
    const record: unknown = await response.json();
    if (!isRecord(record)) throw new Error('The API response is not a record.');
    return record;
  });
  return {
    result,
    retry: () => {
      setAttempt((attempts) => attempts + 1);
    },
  };
}

function isRecord(value: unknown): value is CompleteRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => each === null || typeof each === 'string' || typeof each === 'number');
}

interface FieldListProps {
  readonly dataset: DatasetDescription;
  readonly record: CompleteRecord;
}

/** The fields of a record under their labels, with their values as published: those that any record has. */
function FieldList({ dataset, record }: FieldListProps) {
  const emptyFields = useEmptyFields(dataset.name);
  const fields = dataset.fields.filter(({ name }) => !emptyFields.has(name));
  return (
    <dl className="details-facts details-fields stack gap-4 label">
      {fields.map(({ name, label, type, meaning }) => (
        <div key={name}>
          <dt title={`${name}: ${meaning}`}>{label}</dt>
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
      <bdi className="details-published figure">{shown.text}</bdi> <HelpLink topic="times">as recorded</HelpLink>
    </>
  );
}

/** How a published value is shown: unchanged, or as not recorded together with the published text NULL, if any. */
type ShownValue =
  | { readonly isRecorded: true; readonly text: string }
  | { readonly isRecorded: false; readonly published: string | null };

/** Null, an empty text and the text NULL all mean that nothing was recorded. */
export function shownValue(value: string | number | null): ShownValue {
  if (value === null) return { isRecorded: false, published: null };
  const text = String(value);
  if (text.trim() === '') return { isRecorded: false, published: null };
  if (text.trim() === 'NULL') return { isRecorded: false, published: text };
  return { isRecorded: true, text };
}
