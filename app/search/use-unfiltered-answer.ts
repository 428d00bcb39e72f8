import { useEffect, useState } from 'react';

import type { Answer } from '../engine/questions.ts';
import { useFindings, useSession, useView } from '../session/use-session.ts';
import { hasFilters, noFilters, type Filters, type LocationSearch } from '../view/view-state.ts';

interface Unfiltered {
  readonly search: LocationSearch;
  readonly filters: Filters;
  readonly answer: Answer;
}

/**
 * What the search would find without filters, which is what the interface answers. Asked once the view stands
 * still; undefined until then, and without filters.
 */
export function useUnfilteredAnswer(search: LocationSearch): Answer | undefined {
  const session = useSession();
  const filters = useView((view) => view.filters);
  const tab = useView((view) => view.tab);
  const isSettled = useFindings((findings) => findings.isSettled);
  const [known, setKnown] = useState<Unfiltered | null>(null);
  const isAsked = isSettled && hasFilters(filters, tab);

  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const question = { ...session.question(), search, filters: noFilters, rows: { start: 0, end: 0 } };
    session.engine.ask(question).then(
      (answer) => {
        if (isCurrent) setKnown({ search, filters, answer });
      },
      () => {
        // A failure of the engine is told to the whole page; the sentence then goes without its number.
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [session, isAsked, search, filters, tab]);

  const isCurrent = known?.search === search && known.filters === filters && known.answer.question.tab === tab;
  return isCurrent ? known.answer : undefined;
}
