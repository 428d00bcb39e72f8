import { Fragment, useState, type ReactNode } from 'react';

import { CopyButton } from '../components/CopyButton.tsx';
import { useSession, useView } from '../session/use-session.ts';
import { hasFilters, type LocationSearch } from '../view/view-state.ts';
import { requestNotes } from './request-notes.ts';
import { apiRequestOf, curlCommand, fetchStatement } from './api-request.ts';
import { Segments } from './Segments.tsx';
import { useUnfilteredAnswer } from './use-unfiltered-answer.ts';

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

/** The request to the interface that this search is, ready to copy, and how its answer differs from the list. */
export function ApiRequestBox({ search }: { readonly search: LocationSearch }) {
  const { siteUrl } = useSession();
  const [form, setForm] = useState<Form>('url');
  const tab = useView((view) => view.tab);
  const sort = useView((view) => view.sort);
  const filters = useView((view) => view.filters);
  const unfiltered = useUnfilteredAnswer(search);
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

/** An address may break between its parameters, which changes nothing in what is copied. */
function breakable(text: string): ReactNode {
  return text.split(/(?<=[?&])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
