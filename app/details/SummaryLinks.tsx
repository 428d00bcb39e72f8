import { focusCount } from '../components/focus-count.ts';
import type { Summary } from '../engine/engine.ts';
import { opensElsewhere } from '../explorer/use-selection-link.ts';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { listOfSummary } from '../view/search-around.ts';
import { type Filters, noFilters } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';
import { formatCount } from '../vocabulary/numbers.ts';

interface SummaryLinkProps {
  readonly summary: Summary;
}

/** A link to the list of all records of the summary, without filters. */
export function SeeAll({ summary, className }: SummaryLinkProps & { readonly className?: string }) {
  const { scope, records } = summary;
  return (
    <ListLink scope={scope} filters={noFilters} className={className}>
      {records === 1 ? 'See it in the list' : `See all ${formatCount(records)}`}
    </ListLink>
  );
}

interface FilterNoteProps extends SummaryLinkProps {
  /** The number of these records that match the filters; null until it is known. */
  readonly matching: number | null;
}

/** Says that the summary ignores the filters, with links to the list without and with them. */
export function FilterNote({ summary, matching }: FilterNoteProps) {
  const filters = useView((state) => state.filters);
  const { scope, records } = summary;
  if (records === 0) return null;
  return (
    <p className="summary-filters small muted figure">
      {noteText(records, matching)} <SeeAll summary={summary} />{' '}
      {matching !== null && matching > 0 && matching < records ? (
        <ListLink scope={scope} filters={filters}>
          {matching === 1
            ? 'See the one that matches the filters'
            : `See the ${formatCount(matching)} that match the filters`}
        </ListLink>
      ) : null}
    </p>
  );
}

/** The numbers are in the sentence above the note and in the links after it. */
function noteText(records: number, matching: number | null): string {
  if (records === 1 && matching !== null)
    return `This record ${matching === 1 ? 'matches' : 'does not match'} the filters.`;
  if (matching === records) return 'All of these records match the filters.';
  return `This summary ignores the filters.${matching === 0 ? ' None of its records match them.' : ''}`;
}

interface ListLinkProps {
  readonly scope: Summary['scope'];
  readonly filters: Filters;
  readonly className?: string | undefined;
  readonly children: string;
}

/** A link to the list of the records of a scope that match these filters. */
function ListLink({ scope, filters, className, children }: ListLinkProps) {
  const { view } = useExplorer();
  const href = useView((state) => writeView({ ...state, ...listOfSummary(state, scope, filters) }));
  return (
    <a
      className={className}
      href={href}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        view.setState((state) => ({ ...listOfSummary(state, scope, filters), latestEntry: 'new' }));
        focusCount();
      }}
    >
      {children}
    </a>
  );
}
