import { useDeferredValue } from 'react';

import { focusCount } from '../components/focus-count.ts';
import { useResult, useQueryState, useSession, useView } from '../session/use-session.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { isOutsideRegion, OutsideRegion } from './EmptyResults.tsx';
import { ResultList } from './ResultList.tsx';
import { panelId, ResultsHead, ResultTabs, tabId } from './ResultsHead.tsx';
import { SkeletonRow } from './ResultRow.tsx';
import { useFocusReturn } from './list-return.ts';
import './results.css';
import './results-states.css';

/** The results: tabs, count, sort order, and the list or its empty state. */
export function ResultsPanel() {
  const loading = useQueryState((queryState) => queryState.loading);
  const latest = useResult((whole) => whole) ?? null;
  // The first result mounts the whole list, so it is rendered in short tasks. Later ones are shown at once.
  const isThere = useDeferredValue(latest !== null);
  const result = isThere ? latest : null;
  const tab = useView((view) => view.tab);
  useFocusReturn();

  return (
    <section className="results" aria-label="Results">
      <ResultTabs />
      <div className="results-panel" role="tabpanel" id={panelId} aria-labelledby={tabId(tab)}>
        {loading.state === 'failed' ? (
          <LoadingFailed message={loading.message} hasStaleResults={result !== null} />
        ) : null}
        {result || loading.state !== 'failed' ? <ResultsHead result={result} /> : null}
        {result ? (
          <>
            {result.found > 0 && isOutsideRegion(result) ? <OutsideRegion /> : null}
            <ResultList result={result} />
          </>
        ) : loading.state === 'failed' ? null : (
          <LoadingResults
            loaded={loading.state === 'under way' ? loading.loaded : 0}
            total={loading.state === 'under way' ? loading.of : 0}
          />
        )}
      </div>
    </section>
  );
}

/** Says that the data could not be loaded and what still works, with a button to try again. */
function LoadingFailed({ message, hasStaleResults }: { readonly message: string; readonly hasStaleResults: boolean }) {
  const session = useSession();
  return (
    <div className="results-failed" role="alert">
      <h2>The records could not be loaded</h2>
      <p>{message}</p>
      <p>
        {hasStaleResults
          ? 'The results below are from before, and do not follow the map or the filters.'
          : 'The map of the coast and the help still work; lists, counts and searches need the records.'}
      </p>
      <button
        type="button"
        className="button"
        data-kind="primary"
        onClick={() => {
          void session.load();
          focusCount();
        }}
      >
        Try again
      </button>
    </div>
  );
}

const rows = Array.from({ length: 12 }, (_, index) => index);

/** The list while the data is loaded. `total` is 0 until the number of records is known. */
function LoadingResults({ loaded, total }: { readonly loaded: number; readonly total: number }) {
  return (
    <div
      className="results-scroller results-loading"
      id="results"
      tabIndex={-1}
      role="group"
      aria-label="List"
      aria-busy="true"
    >
      <p className="results-progress small muted figure">
        {total > 0 ? `Loading ${formatCount(loaded)} of ${formatCount(total)} records` : 'Loading the records'}
      </p>
      {total > 0 ? (
        <progress className="results-progress-bar" aria-label="Records loaded" value={loaded} max={total} />
      ) : (
        // Reserves its space, so that the rows below do not move when it appears.
        <div className="results-progress-bar" />
      )}
      {rows.map((row) => (
        <SkeletonRow key={row} />
      ))}
    </div>
  );
}
