import { useRef } from 'react';

import { useConnection } from '../connection/use-connection.ts';
import { FieldList, type FieldListProps } from './FieldList.tsx';
import { useCompleteRecord } from './use-complete-record.ts';

const placeholders = Array.from({ length: 8 }, (_, index) => index);

/** The section with all fields of a record as published, once the interface has answered. */
export function AllFields({ dataset, names, id }: Pick<FieldListProps, 'dataset' | 'names'> & { readonly id: number }) {
  const { siteUrl } = useConnection();
  const path = `webapi/v1/${dataset.name}/${id}`;
  const heading = useRef<HTMLHeadingElement>(null);
  const { asked, retry } = useCompleteRecord(path);
  const one = dataset.name === 'RawData' ? 'record' : 'place';

  return (
    <section aria-label="All fields">
      <h3 ref={heading} tabIndex={-1}>
        All fields, as published
      </h3>
      {asked.state === 'waiting' ? (
        <div aria-busy="true">
          <p className="visually-hidden">Reading the fields</p>
          {placeholders.map((each) => (
            <div key={each} className="details-skeleton" aria-hidden="true" />
          ))}
        </div>
      ) : null}
      {asked.state === 'failed' ? (
        <div className="notice-box" role="alert">
          <p>
            The other fields of this {one} could not be read. What stands above is known without them. {asked.message}
          </p>
          <button
            type="button"
            className="button"
            data-size="small"
            onClick={() => {
              heading.current?.focus();
              retry();
            }}
          >
            Retry
          </button>
        </div>
      ) : null}
      {asked.state === 'answered' && asked.value === null ? (
        <p className="notice-box">The interface has no {one} of this number any more: the data has changed since.</p>
      ) : null}
      {asked.state === 'answered' && asked.value !== null ? (
        <FieldList dataset={dataset} names={names} record={asked.value} />
      ) : null}
      <p>
        <a href={new URL(`${path}.json`, siteUrl).href}>This {one} as JSON</a>
      </p>
    </section>
  );
}
