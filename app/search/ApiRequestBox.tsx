import { Fragment, type ReactNode, useEffect, useState } from 'react';

import { CopyButton } from '../components/buttons.tsx';
import type { Result } from '../engine/engine.ts';
import { useQueryState, useSession, useView } from '../session/use-session.ts';
import { type Filters, hasFilters, type LocationSearch, noFilters } from '../view/view-state.ts';
import { Segments } from './Segments.tsx';
import { apiRequestOf, curlCommand, fetchStatement, requestNotes } from './api-request.ts';

const forms = [
  { value: 'url', label: 'URL' },
  { value: 'curl', label: 'curl' },
  { value: 'fetch', label: 'fetch' },
] as const;
type Form = (typeof forms)[number]['value'];

const writers: Readonly<Record<Form, (url: string) => string>> = {
  url: (url) => url,
  curl: curlCommand,
  fetch: fetchStatement,
};

/** This search as an API request, ready to copy, and how its response differs from the list. */
export function ApiRequestBox({ search }: { readonly search: LocationSearch }) {
  const { siteUrl } = useSession();
  const [form, setForm] = useState<Form>('url');
  const tab = useView((view) => view.tab);
  const sort = useView((view) => view.sort);
  const filters = useView((view) => view.filters);
  const unfiltered = useUnfilteredResult(search);
  const request = apiRequestOf({ tab, sort }, search, siteUrl);
  const text = writers[form](request.url);
  return (
    <div className="search-request">
      <div className="search-switches">
        <Segments legend="Form of the request" choices={forms} value={form} onChange={setForm} />
        <CopyButton text={text} label="Copy" />
      </div>
      <pre className="search-request-text" tabIndex={0} role="region" aria-label="Request">
        <code>{breakable(text)}</code>
      </pre>
      {requestNotes({ tab, search, request, isFiltered: hasFilters(filters, tab), unfiltered }).map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
    </div>
  );
}

/** Allows line breaks between the parameters of an address, which does not change the copied text. */
function breakable(text: string): ReactNode {
  return text.split(/(?<=[?&])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

interface Unfiltered {
  readonly search: LocationSearch;
  readonly filters: Filters;
  readonly result: Result;
}

/**
 * What the search would find without filters, which is what the API returns. Queried once the view has settled;
 * undefined until then, and without filters.
 */
function useUnfilteredResult(search: LocationSearch): Result | undefined {
  const session = useSession();
  const filters = useView((view) => view.filters);
  const tab = useView((view) => view.tab);
  const isSettled = useQueryState((queryState) => queryState.isSettled);
  const [known, setKnown] = useState<Unfiltered | null>(null);
  const isAsked = isSettled && hasFilters(filters, tab);

  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const query = { ...session.query(), search, filters: noFilters, rows: { start: 0, end: 0 } };
    session.engine.query(query).then(
      (result) => {
        if (isCurrent) setKnown({ search, filters, result });
      },
      () => {
        // A failed engine is reported for the whole page; the sentence is shown without its number.
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [session, isAsked, search, filters, tab]);

  const isCurrent = known?.search === search && known.filters === filters && known.result.query.tab === tab;
  return isCurrent ? known.result : undefined;
}
