import { useEffect, useId, useRef, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { DateRange } from '../components/DateRange.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useData, useResult, useSession, useView } from '../session/use-session.ts';
import { type Tab, withoutFilter } from '../view/view-state.ts';
import { firstDayOfMonth, monthNames, monthsInWords } from '../vocabulary/dates.ts';
import { tagCaution } from '../vocabulary/filter-texts.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { longestRemarkFilter, remarkFilterOf } from '../vocabulary/remarks.ts';
import { activeFilters, filterDescriptions, filtersOf, isRange } from './filter-names.ts';
import { FilterOptions } from './FilterOptions.tsx';
import { DetailsStatus, RangeOptions } from './RangeOptions.tsx';
import './filter-form.css';

// This module is loaded on demand; it exports every control that an open filter shows.
export { FilterOptions, RangeOptions };

const initiallyShownValues = 6;
const tabsInOrder: readonly Tab[] = ['records', 'places'];

/** All filters in a dialog. Changes apply immediately. */
export function FilterForm({ onClose }: { readonly onClose: () => void }) {
  const tab = useView((view) => view.tab);
  const found = useResult((result) => result.found);
  const foundInOtherTab = useResult((result) => result.foundInOtherTab);
  const filters = useView((view) => view.filters);
  const active = activeFilters(filters).length;
  const clearFilters = useView((view) => view.clearFilters);
  const other: Tab = tab === 'records' ? 'places' : 'records';

  return (
    <Dialog title="Filters" onClose={onClose} isFullOnPhone>
      <div className="filters-form stack gap-24">
        {tabsInOrder.map((listTab) => (
          <section key={listTab} className="stack gap-24" aria-label={`Filters for ${listTab}`}>
            <h3 className="ruled">
              {listTab === 'records' ? 'Records' : 'Places'}
              {listTab === other && <span className="muted small"> in the other list and on the map</span>}
            </h3>
            {filtersOf(listTab, filters).map((name) =>
              name === 'dates' ? (
                <DateFilter key={name} />
              ) : name === 'remark' ? (
                <RemarkFilter key={name} />
              ) : name === 'tag' ? (
                <TagFilter key={name} />
              ) : isRange(name) ? (
                <RangeOptions key={name} name={name} />
              ) : (
                <FilterOptions key={name} name={name} initialCount={initiallyShownValues} />
              ),
            )}
          </section>
        ))}
      </div>
      <div className="filters-form-foot stack">
        <EmptyHint />
        <div className="row gap-12">
          <Button
            aria-disabled={active === 0}
            onClick={() => {
              clearFilters();
            }}
          >
            Clear all
          </Button>
          <Button className="grow" kind="primary" onClick={onClose}>
            {found === undefined ? `Show ${tab}` : `Show ${countOfTab(found, tab)}`}
          </Button>
        </div>
        {foundInOtherTab !== undefined && (
          <p className="muted small figure">{countOfTab(foundInOtherTab, other)} in the other list.</p>
        )}
      </div>
    </Dialog>
  );
}

/** When nothing matches: which filter is responsible, and a button that clears it. */
function EmptyHint() {
  const tab = useView((view) => view.tab);
  const changeFilters = useView((view) => view.changeFilters);
  const emptyReason = useResult((result) => result.emptyReason);
  if (!emptyReason) return null;
  const [best] = emptyReason.without;
  if (!best) {
    return (
      <p className="notice-box small">
        {emptyReason.inArea === 0
          ? `There are no ${tab} in this area, with or without filters.`
          : `No single filter is responsible. Without any filter: ${countOfTab(emptyReason.inArea, tab)}.`}
      </p>
    );
  }
  const { inSentence } = filterDescriptions[best.filter];
  return (
    <p className="notice-box small filters-other-list row apart">
      <span>
        Without the {inSentence} filter: {countOfTab(best.count, tab)}.
      </span>
      <Button
        size="small"
        onClick={() => {
          changeFilters(withoutFilter(best.filter));
        }}
      >
        Clear {inSentence}
      </Button>
    </p>
  );
}

function countOfTab(count: number, tab: Tab): string {
  return countOf(count, tab === 'records' ? 'record' : 'place');
}

/** The filter by words that remarks contain. */
export function RemarkFilter({ takesFocus = false }: { readonly takesFocus?: boolean }) {
  const session = useSession();
  const remark = useView(({ filters }) => filters.remark);
  const changeFilters = useView((view) => view.changeFilters);
  /** The typed text, shown while it means the filter. */
  const [draft, setDraft] = useState('');
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    session.requestDetails();
  }, [session]);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <div className="filters-options stack" role="group" aria-labelledby={titleId}>
      <p id={titleId} className="filters-title">
        {filterDescriptions.remark.title}
      </p>
      <label className="stack gap-4 strong">
        <span>Remarks containing</span>
        <input
          ref={input}
          // Not a search field, which Escape would clear when it closes the filter.
          type="text"
          enterKeyHint="search"
          className="field full-width"
          maxLength={longestRemarkFilter}
          value={remarkFilterOf(draft) === remark ? draft : remark}
          onChange={({ target }) => {
            setDraft(target.value);
            changeFilters({ remark: remarkFilterOf(target.value) });
          }}
        />
      </label>
      <p className="muted small">
        Words or their beginnings, in any order: “bit surfer” needs both, “bit or chase” one of them. Remarks are what
        observers noted: a bite is mentioned only there, if at all.
      </p>
      <DetailsStatus />
    </div>
  );
}

/** The date filter: first and last day. */
export function DateFilter() {
  const data = useData();
  const from = useView(({ filters }) => filters.from);
  const to = useView(({ filters }) => filters.to);
  const changeFilters = useView((view) => view.changeFilters);
  const newest = data?.newest ?? null;
  const titleId = useId();

  return (
    <div className="filters-options stack" role="group" aria-labelledby={titleId}>
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
      <MonthsOfYear />
    </div>
  );
}

/** The tag whose journey is listed. Another one is chosen in the details of a detection. */
export function TagFilter() {
  const tag = useView(({ filters }) => filters.tag);
  return (
    <p>
      Only the detections of tag {tag}. {tagCaution}
    </p>
  );
}

/** The months of the year, in all years. */
function MonthsOfYear() {
  const months = useView(({ filters }) => filters.months);
  const changeFilters = useView((view) => view.changeFilters);
  return (
    <div className="stack gap-4" role="group" aria-label="Months of the year, in all years">
      <p className="label">{monthsInWords(months) || 'All months of the year'}</p>
      <div className="filters-months">
        {monthNames.map((name, index) => {
          const month = index + 1;
          const isChosen = months.includes(month);
          return (
            <Button
              key={name}
              size="small"
              aria-pressed={isChosen}
              aria-label={name}
              onClick={() => {
                const others = months.filter((each) => each !== month);
                const chosen = isChosen ? others : [...others, month].sort((a, b) => a - b);
                changeFilters({ months: chosen.length === 12 ? [] : chosen });
              }}
            >
              {name.slice(0, 3)}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
