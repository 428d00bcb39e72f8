import { useId } from 'react';

import { DateRange } from '../components/DateRange.tsx';
import { useData, useView } from '../session/use-session.ts';
import { firstDayOfMonth } from '../vocabulary/calendar.ts';
import { filterDescriptions } from './filter-names.ts';

/** First and last day of what is shown, typed or chosen. */
export function DateFilter() {
  const data = useData();
  const from = useView(({ filters }) => filters.from);
  const to = useView(({ filters }) => filters.to);
  const changeFilters = useView((view) => view.changeFilters);
  const newest = data?.newest ?? null;
  const titleId = useId();

  return (
    <div className="filters-options" role="group" aria-labelledby={titleId}>
      <p id={titleId} className="filters-title">
        {filterDescriptions.dates.title}
      </p>
      <DateRange
        from={from}
        to={to}
        oldest={data && newest !== null ? firstDayOfMonth(data.histogram.firstMonth) : null}
        newest={newest}
        onChange={changeFilters}
      />
    </div>
  );
}
