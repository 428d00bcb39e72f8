import { focusCount } from '../components/focus-count.ts';
import type { Summary } from '../engine/engine.ts';
import { opensElsewhere } from '../explorer/use-selection-link.ts';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { FilterRemovals } from '../rows/FilterRemovals.tsx';
import { listOfSummary } from '../view/search-around.ts';
import { applicableFilters, type Filters, noFilters } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';

interface SummaryLinkProps {
  readonly summary: Summary;
}

/** A link to the list of all records in the scope, without filters. */
export function SeeAll({ summary, className }: SummaryLinkProps & { readonly className?: string }) {
  const { scope, inArea } = summary;
  return (
    <ListLink scope={scope} filters={noFilters} className={className}>
      {inArea === 1 ? 'See it in the list' : `See all ${formatCount(inArea)}`}
    </ListLink>
  );
}

/** Says which records match the filters of the summary, with links to their list and to that of all records. */
export function FilterNote({ summary, filters }: SummaryLinkProps & { readonly filters: Filters }) {
  const { scope, records, inArea } = summary;
  const words = filtersInWords(applicableFilters(filters, 'records'));
  return (
    <>
      <p className="summary-filters small muted figure">
        {matchingInWords(records, inArea)}: {words}.{' '}
        {records > 0 && records < inArea ? (
          <ListLink scope={scope} filters={filters}>
            {records === 1 ? 'See the one that matches' : `See the ${formatCount(records)} that match`}
          </ListLink>
        ) : null}{' '}
        <SeeAll summary={summary} />
      </p>
      {records === 0 ? (
        <div className="row wrap">
          <FilterRemovals reason={summary} noun="record" />
        </div>
      ) : null}
    </>
  );
}

/** "55 of 391 records match the filters". */
function matchingInWords(records: number, inArea: number): string {
  if (records === 0)
    return inArea === 1
      ? 'The only record does not match the filters'
      : `None of ${countOf(inArea, 'record')} match the filters`;
  if (records === inArea)
    return records === 1
      ? 'The only record matches the filters'
      : `All ${formatCount(records)} records match the filters`;
  return `${formatCount(records)} of ${countOf(inArea, 'record')} ${records === 1 ? 'matches' : 'match'} the filters`;
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
