import { useDeferredValue } from 'react';

import { useResult, useQueryState, useView } from '../session/use-session.ts';
import { OutsideRegion } from './OutsideRegion.tsx';
import { ReadingFailed } from './ReadingFailed.tsx';
import { ReadingResults } from './ReadingResults.tsx';
import { isOutsideRegion } from './remedies.ts';
import { ResultList } from './ResultList.tsx';
import { ResultsHead } from './ResultsHead.tsx';
import { panelId, ResultTabs, tabId } from './ResultTabs.tsx';
import { useFocusReturn } from './use-focus-return.ts';
import './results.css';
import './results-states.css';

/** What was found, as a list: tabs, counts, order, rows, and what to say where there are none. */
export function ResultsPanel() {
  const loading = useQueryState((queryState) => queryState.loading);
  const latest = useResult((whole) => whole) ?? null;
  // The first answer brings the whole list: it is rendered in short tasks. Those after it are shown at once.
  const isThere = useDeferredValue(latest !== null);
  const result = isThere ? latest : null;
  const tab = useView((view) => view.tab);
  useFocusReturn();

  return (
    <section className="results" aria-label="Results">
      <ResultTabs />
      <div className="results-panel" role="tabpanel" id={panelId} aria-labelledby={tabId(tab)}>
        {loading.state === 'failed' ? <ReadingFailed message={loading.message} showsOlder={result !== null} /> : null}
        {result || loading.state !== 'failed' ? <ResultsHead result={result} /> : null}
        {result ? (
          <>
            {result.found > 0 && isOutsideRegion(result) ? <OutsideRegion /> : null}
            <ResultList result={result} />
          </>
        ) : loading.state === 'failed' ? null : (
          <ReadingResults
            loaded={loading.state === 'under way' ? loading.loaded : 0}
            of={loading.state === 'under way' ? loading.of : 0}
          />
        )}
      </div>
    </section>
  );
}
