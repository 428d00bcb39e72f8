import { useEffect, useRef, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useData, useQueryState, useResult, useExplorer, useView } from '../explorer/use-explorer.ts';
import { useEmptyFields } from '../explorer/use-empty-fields.ts';
import { type Tab, withoutFilter } from '../view/view-state.ts';
import { datePresets, firstDayOfMonth, formatPeriod, monthNames, monthsInWords } from '../vocabulary/dates.ts';
import { filterNamesInSentence, tagCaution } from '../vocabulary/filter-texts.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { formatRange, type RangeFilter, readMetres, writeRange } from '../vocabulary/ranges.ts';
import { longestRemarkFilter, remarkFilterOf } from '../vocabulary/remarks.ts';
import { activeFilters, type FilterName, noneTexts, type RangeName, tabsInOrder } from './filter-names.ts';
import { filtersWithChoice } from './filters-with-choice.ts';
import { FilterGroup, FilterOptions } from './FilterOptions.tsx';
import { RangeFields } from './RangeFields.tsx';
import { hasReceivers } from '../vocabulary/site-words.ts';
import './filter-form.css';

const initiallyShownValues = 6;

/** All filters in a dialog. Changes apply immediately. */
export function FilterForm({ onClose }: { readonly onClose: () => void }) {
  const tab = useView((view) => view.tab);
  const found = useResult((result) => result.found);
  const foundInOtherTab = useResult((result) => result.foundInOtherTab);
  const filters = useView((view) => view.filters);
  const active = activeFilters(filters).length;
  const clearFilters = useView((view) => view.clearFilters);
  const facets = useResult((result) => result.facets);
  const emptyFields = useEmptyFields('RawData');
  const other: Tab = tab === 'records' ? 'places' : 'records';

  const sections = tabsInOrder
    .map((listTab) => ({ listTab, names: filtersWithChoice(listTab, filters, facets, emptyFields) }))
    .filter(({ names }) => names.length > 0);

  return (
    <Dialog title="Filters" onClose={onClose} isFullOnPhone>
      <div className="filters-form stack gap-24">
        {sections.map(({ listTab, names }) => (
          <section key={listTab} className="stack gap-24" aria-label={`Filters for ${listTab}`}>
            <h3 className="ruled">
              {listTab === 'records' ? 'Records' : 'Places'}
              {listTab === other && <span className="not-strong muted small"> in the other list and on the map</span>}
            </h3>
            {names.map((name) => (
              <FilterControl key={name} name={name} initialCount={initiallyShownValues} />
            ))}
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
  const inSentence = filterNamesInSentence[best.filter];
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

interface FilterControlProps {
  readonly name: FilterName;
  /** The number of values of a list that are shown at first; by default, all. */
  readonly initialCount?: number;
  /** Whether a field for words has the focus from the start. */
  readonly takesFocus?: boolean;
}

/** What an open filter shows. */
export function FilterControl({ name, initialCount, takesFocus = false }: FilterControlProps) {
  switch (name) {
    case 'dates':
      return <DateFilter />;
    case 'size':
    case 'offshore':
      return <MetresFilter name={name} />;
    case 'remark':
      return <RemarkFilter takesFocus={takesFocus} />;
    case 'tag':
      return <TagFilter />;
    default:
      return <FilterOptions name={name} initialCount={initialCount} />;
  }
}

/** The filter by words that remarks contain. */
function RemarkFilter({ takesFocus }: { readonly takesFocus: boolean }) {
  const remark = useView(({ filters }) => filters.remark);
  const changeFilters = useView((view) => view.changeFilters);
  /** The typed text, shown while it means the filter. */
  const [draft, setDraft] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <FilterGroup name="remark">
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
        Words or their beginnings, in any order: “small two” needs both, “small or two” one of them. Remarks are what
        observers noted.
      </p>
      <DetailsStatus />
    </FilterGroup>
  );
}

/** The date filter: first and last day, and the months of the year. */
function DateFilter() {
  const data = useData();
  const from = useView(({ filters }) => filters.from);
  const to = useView(({ filters }) => filters.to);
  const changeFilters = useView((view) => view.changeFilters);
  const newest = data?.newest ?? null;
  const oldest = data && newest !== null ? firstDayOfMonth(data.histogram.firstMonth) : null;
  return (
    <FilterGroup name="dates">
      <RangeFields
        range={{ from, to }}
        labels={{ from: 'From', to: 'To' }}
        input={{ type: 'date', min: oldest ?? undefined, max: newest?.slice(0, 10) }}
        read={readDay}
        problems={{
          from: 'This date is after the “To” date, so it is not used.',
          to: 'This date is before the “From” date, so it is not used.',
        }}
        onChange={changeFilters}
        presetsLabel="Ranges counted back from the newest record"
        presets={(newest === null ? [] : datePresets(newest)).map(({ name, ...preset }) => ({
          name: (
            <>
              <span>{name}</span>{' '}
              <span className="muted small figure">
                {preset.from === null ? formatPeriod(oldest, newest) : formatPeriod(preset.from, preset.to)}
              </span>
            </>
          ),
          isChosen: preset.from === from && preset.to === to,
          choose: () => {
            changeFilters({ from: preset.from, to: preset.to });
          },
        }))}
      />
      <MonthsOfYear />
    </FilterGroup>
  );
}

/** While a year is being typed, the browser reports years such as 0002 or no date. */
function readDay({ value, validity }: HTMLInputElement): string | null | undefined {
  if (value === '') return validity.badInput ? undefined : null;
  return value >= '1000-01-01' && value <= '9999-12-31' ? value : undefined;
}

const metresPresets: Readonly<Record<RangeName, readonly RangeFilter[]>> = {
  size: [{ from: null, to: 2 }, { from: 2, to: 3 }, { from: 3, to: 4 }, { from: 4, to: null }, 'none'],
  offshore: [
    { from: null, to: 50 },
    { from: null, to: 200 },
    { from: null, to: 1000 },
    { from: 1000, to: null },
    'none',
  ],
};

/** A filter by size or distance: two fields in metres, and common ranges. */
function MetresFilter({ name }: { readonly name: RangeName }) {
  const range = useView(({ filters }) => filters[name]);
  const changeFilters = useView((view) => view.changeFilters);
  /** The key of the fields: a change discards text typed into them. */
  const [fieldsVersion, setFieldsVersion] = useState(0);
  const inSentence = filterNamesInSentence[name];
  const reversed = '“From” is more than “To”, so it is not used.';
  return (
    <FilterGroup name={name}>
      <Button
        className="filters-any"
        size="small"
        aria-pressed={range === null}
        onClick={() => {
          setFieldsVersion(fieldsVersion + 1);
          changeFilters(withoutFilter(name));
        }}
      >
        Any<span className="visually-hidden"> {inSentence}</span>
      </Button>
      <RangeFields
        key={fieldsVersion}
        range={range === null || range === 'none' ? { from: null, to: null } : range}
        labels={{ from: 'From (metres)', to: 'To (metres)' }}
        input={{ type: 'text', inputMode: 'decimal' }}
        read={({ value }) => (/^[\d.]*$/.test(value) ? readMetres(value) : undefined)}
        problems={{ unread: 'Type a number of metres, such as 2.5.', from: reversed, to: reversed }}
        onChange={(next) => {
          changeFilters(next.from === null && next.to === null ? withoutFilter(name) : { [name]: next });
        }}
        presetsLabel={`Ranges of ${inSentence}`}
        presets={metresPresets[name].map((preset) => ({
          name: formatRange(preset, noneTexts[name]),
          isChosen: range !== null && writeRange(range) === writeRange(preset),
          choose: () => {
            changeFilters({ [name]: preset });
          },
        }))}
      />
      <p className="muted small">
        {name === 'size'
          ? `Estimated by observers.${hasReceivers ? ' Most records have no size, and hardly any detection has one.' : ''}`
          : `As reported by observers.${hasReceivers ? ' Hardly any detections have a distance.' : ''}`}
      </p>
      <DetailsStatus />
    </FilterGroup>
  );
}

/** Requests the columns that a filter needs, and says whether they have been loaded. */
function DetailsStatus() {
  const explorer = useExplorer();
  const state = useQueryState(({ details }) => details);
  useEffect(() => {
    explorer.requestDetails();
  }, [explorer]);
  if (state === 'ready') return null;
  return (
    <p className="small muted" role="status">
      {state === 'failed'
        ? 'Sizes, distances and remarks could not be loaded. Trying again soon.'
        : 'Loading sizes, distances and remarks'}
    </p>
  );
}

/** The tag whose journey is listed. Another one is chosen in the details of a detection. */
function TagFilter() {
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
