import { startTransition, useEffect, useId, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import type { Position } from '../../core/geo/wgs84.ts';
import { Icon } from '../components/Icon.tsx';
import { type RadiusActions, RadiusPresets, RadiusSlider } from '../components/RadiusSlider.tsx';
import { restoreFocusOnUnmount } from '../components/focus-count.ts';
import { useMediaQuery, wideScreen } from '../components/use-media-query.ts';
import { CountText } from '../explorer/CountText.tsx';
import type { PlaceRow, PointName, RecordRow, Result } from '../engine/engine.ts';
import { useEngineQuery } from '../explorer/use-engine-query.ts';
import { useSelectionLink } from '../explorer/use-selection-link.ts';
import { useQueryState, useResult, useExplorer, useView } from '../explorer/use-explorer.ts';
import { bringIntoView } from '../view/search-around.ts';
import { hasFilters, type LocationSearch } from '../view/view-state.ts';
import { formatDate } from '../vocabulary/dates.ts';
import { bearingInWords, formatBearing, formatDistance, hasDirection, type Units } from '../vocabulary/distances.ts';
import { site } from '../vocabulary/site.ts';
import { formatPosition, plainPosition } from '../vocabulary/positions.ts';
import { afterRadius } from '../vocabulary/titles.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import { withinRadius } from '../vocabulary/scopes.ts';
import { capitalise } from '../vocabulary/text.ts';
import { ApiRequestBox } from './ApiRequestBox.tsx';
import { Segments } from './Segments.tsx';
import { debounce } from '../view/debounce.ts';

const modes = [
  { value: 'radius', label: 'Within a radius' },
  { value: 'nearest', label: 'Nearest' },
] as const;
const unitChoices = [
  { value: 'metric', label: 'km', name: 'km, kilometres' },
  { value: 'nautical', label: 'nmi', name: 'nmi, nautical miles' },
] as const;

/** Radii that have a button, in the displayed unit. */
const presets = [1, 5, 10, 25] as const;

/** The result of the search, and the controls that change it. */
export function ActiveSearch() {
  const search = useSlowSearch();
  const setSearch = useView((view) => view.setSearch);
  const units = useView((view) => view.units);
  // On a phone, the list needs the space, so the controls are behind a button.
  const isWide = useMediaQuery(wideScreen);
  const [isOpen, setIsOpen] = useState(false);
  const controlsId = useId();
  if (!search) return null;
  const clear = (
    <Button
      kind="plain"
      size="small"
      aria-label="Clear the search"
      onClick={() => {
        setSearch(null);
      }}
    >
      Clear
    </Button>
  );
  return (
    <section className="search stack ruled" aria-label="Search by location" ref={restoreFocusOnUnmount}>
      <div className="search-head row apart">
        <SearchResult centre={search.centre} />
        {!isWide && (
          <Button
            kind="plain"
            size="small"
            aria-label="Adjust the search"
            aria-expanded={isOpen}
            aria-controls={controlsId}
            onClick={() => {
              setIsOpen(!isOpen);
            }}
          >
            Adjust
            <Icon name={isOpen ? 'up' : 'down'} size={14} />
          </Button>
        )}
        {!isWide && clear}
      </div>
      <div id={controlsId} className="search-controls stack" hidden={!isWide && !isOpen}>
        {(isWide || isOpen) && (
          <>
            <div className="search-centre row gap-0 label muted">
              <span className="figure">around {formatPosition(search.centre)}</span>
              {isWide && clear}
            </div>
            <SearchControls search={search} units={units} />
          </>
        )}
      </div>
    </section>
  );
}

function SearchControls({ search, units }: { readonly search: LocationSearch; readonly units: Units }) {
  const { view, queryState } = useExplorer();
  const setMode = (chosen: LocationSearch['mode']): void => {
    const { search: now, setSearch } = view.getState();
    if (!now) return;
    setSearch({ ...now, mode: chosen });
    // The nearest items may have moved the map far from the circle.
    if (chosen === 'radius') bringIntoView(view.getState(), now, queryState.getState().area);
  };
  const setUnits = useView((view) => view.setUnits);
  // Read from the view, not from the delayed `search`: a radio button must show the choice immediately.
  const mode = useView((view) => view.search?.mode ?? search.mode);
  const radius = useRadius();
  const requestId = useId();
  const [isRequestShown, setIsRequestShown] = useState(false);
  return (
    <>
      <div className="row wrap apart">
        <Segments legend="How to search" choices={modes} value={mode} onChange={setMode} />
        <Segments legend="Units" choices={unitChoices} value={units} onChange={setUnits} />
      </div>
      {search.mode === 'radius' && (
        <RadiusSlider radiusInMetres={search.radiusInMetres} units={units} actions={radius} />
      )}
      <div className="row wrap apart">
        {search.mode === 'radius' && (
          <RadiusPresets
            className="search-presets"
            presets={presets}
            radiusInMetres={search.radiusInMetres}
            units={units}
            actions={radius}
          />
        )}
        <Button
          className="search-request-button"
          kind="plain"
          size="small"
          aria-expanded={isRequestShown}
          aria-controls={requestId}
          onClick={() => {
            setIsRequestShown(!isRequestShown);
          }}
        >
          API request
          <Icon name={isRequestShown ? 'up' : 'down'} size={14} />
        </Button>
      </div>
      <div id={requestId} hidden={!isRequestShown}>
        {isRequestShown && <ApiRequestBox search={search} />}
      </div>
    </>
  );
}

/** Actions that change the radius of the current search. */
function useRadius(): RadiusActions {
  const { view, queryState } = useExplorer();
  return {
    slideTo: (radiusInMetres) => {
      const { search, setSearch } = view.getState();
      if (search) setSearch({ ...search, radiusInMetres });
    },
    settle: () => {
      const state = view.getState();
      if (state.search) bringIntoView(state, state.search, queryState.getState().area);
    },
  };
}

/** The radius of the search, or the nearest items. The list shows how many items were found. */
function SearchResult({ centre }: { readonly centre: Position }) {
  const units = useView((view) => view.units);
  const result = useResult((each) => each);
  const isFailed = useQueryState(({ loading }) => loading.state === 'failed');
  const search = result?.query.search;
  // Numbers are shown with the search they belong to, even if the current search has already changed.
  if (!result || !search) {
    return (
      <p className="search-result grow muted strong break-anywhere">
        {isFailed ? 'Not searched: the records could not be loaded.' : 'Searching …'}
      </p>
    );
  }
  return search.mode === 'nearest' ? (
    <Nearest result={result} units={units} />
  ) : (
    <p className="search-result grow figure strong break-anywhere">
      <CountText text={({ query }) => query.search && capitalise(withinRadius(query.search.radiusInMetres, units))} />
      <PointNameText position={centre} />
    </p>
  );
}

/**
 * " of Exmouth", ", near Cottesloe Beach", ", 12 km from Exmouth", or nothing. While the name of a new centre is being
 * found, the previous name is shown.
 */
function PointNameText({ position }: { readonly position: Position }) {
  const { engine } = useExplorer();
  const units = useView((view) => view.units);
  const found = useEngineQuery(plainPosition(position), () => engine.pointName(position));
  const [name, setName] = useState<PointName | null>(null);
  if (found.state === 'ready' && found.value !== name) setName(found.value);
  if (name === null) return null;
  return (
    <>
      {afterRadius(name, units)}
      <bdi>{name.name.trim()}</bdi>
    </>
  );
}

function Nearest({ result, units }: { readonly result: Result; readonly units: Units }) {
  const { nearestRecord, nearestPlace, query } = result;
  const isWide = useMediaQuery(wideScreen);
  // On a phone, the map and the first rows of the lists show the other details.
  const isFiltered = isWide && hasFilters(query.filters, 'records');
  return (
    <div className="search-result grow search-nearest label break-anywhere">
      <p>
        Nearest record{isFiltered ? ' that matches the filters' : ''}:{' '}
        {nearestRecord ? <NearestLink row={nearestRecord} units={units} isShort={!isWide} /> : 'none'}
      </p>
      <p>Nearest place: {nearestPlace ? <NearestLink row={nearestPlace} units={units} isShort={!isWide} /> : 'none'}</p>
    </div>
  );
}

interface NearestLinkProps {
  readonly row: RecordRow | PlaceRow;
  readonly units: Units;
  /** Shows only the distance and direction of a record, or only the name of a place. */
  readonly isShort: boolean;
}

function NearestLink({ row, units, isShort }: NearestLinkProps) {
  const linkTo = useSelectionLink();
  const hasDistance = row.kind === 'record' || !isShort;
  return (
    <a className="figure" {...linkTo({ kind: row.kind, id: row.id })}>
      {row.kind === 'place' && <bdi>{row.name.trim()}</bdi>}
      {row.kind === 'place' && hasDistance && ', '}
      {hasDistance && formatDistance(row.distanceInMetres, units)}
      {/* At the centre itself there is no direction. */}
      {hasDistance && hasDirection(row.distanceInMetres) && (
        <>
          {' '}
          <span aria-hidden="true">{formatBearing(row.bearingInDegrees)}</span>
          <span className="visually-hidden">{bearingInWords(row.bearingInDegrees)}</span>
        </>
      )}
      {row.kind === 'record' && !isShort && (
        <>
          : <bdi>{speciesName(row.species)}</bdi>, {site.kinds[row.interaction].verb}, {formatDate(row.dateTime)}
        </>
      )}
    </a>
  );
}

const searchIntervalInMilliseconds = 200;
const searchPauseInMilliseconds = 50;

/**
 * The search, for controls that need not follow a drag in every frame: follows the first of several changes
 * immediately, then about five changes per second, and finally the last one. Changes are rendered as transitions.
 */
function useSlowSearch(): LocationSearch | null {
  const { view } = useExplorer();
  const [slowSearch, setSlowSearch] = useState(() => view.getState().search);
  useEffect(() => {
    let changedAt = Number.NEGATIVE_INFINITY;
    const update = (): void => {
      startTransition(() => {
        setSlowSearch(view.getState().search);
      });
    };
    const updateLater = debounce(searchPauseInMilliseconds, update, searchIntervalInMilliseconds);
    update();
    const stop = view.subscribe(({ search }, before) => {
      if (search === before.search) return;
      const isFirst = performance.now() - changedAt > searchPauseInMilliseconds;
      changedAt = performance.now();
      if (isFirst) update();
      else updateLater.trigger();
    });
    return () => {
      updateLater.cancel();
      stop();
    };
  }, [view]);
  return slowSearch;
}
