import type { Position } from '../../core/geo/wgs84.ts';
import type { MonthRange } from '../vocabulary/dates.ts';
import type { Units } from '../vocabulary/distances.ts';
import type { Filters } from '../vocabulary/filter-texts.ts';
import { plainPosition } from '../vocabulary/positions.ts';
import { site } from '../vocabulary/site.ts';

/** A search by location: everything within a radius, or the nearest items. */
export interface LocationSearch {
  readonly mode: 'radius' | 'nearest';
  readonly centre: Position;
  /** Unused while the mode is `nearest`, but kept for switching back. */
  readonly radiusInMetres: number;
}

export type { Filters };

export type Tab = 'records' | 'places';
/**
 * `nearest` sorts by distance from the centre of the search, or of the map. The others sort records by time, and places
 * by name: `newest` is A to Z. `largest` sorts records by size, sharks before anything else and those without a size
 * last; places are sorted from A to Z.
 */
export type Sort = 'newest' | 'oldest' | 'nearest' | 'largest';

/**
 * The item whose details are shown. A location is any point. An area is a council area, by its published name. A place or
 * a location has a circle, which takes the place of the search while it is selected.
 */
export type Selection =
  | { readonly kind: 'record'; readonly id: number }
  | { readonly kind: 'place'; readonly id: number }
  | { readonly kind: 'location'; readonly position: Position }
  | { readonly kind: 'area'; readonly name: string };

/** A selection that has a circle. */
export type PlaceOrPoint = Extract<Selection, { readonly kind: 'place' | 'location' }>;

/** Everything that is stored in the URL, so that a shared URL shows the same view. */
export interface ViewState {
  readonly map: { readonly centre: Position; readonly zoom: number };
  readonly search: LocationSearch | null;
  /** The name of the council area that limits the list; null while there is a search. */
  readonly council: string | null;
  readonly filters: Filters;
  readonly tab: Tab;
  readonly sort: Sort;
  readonly selection: Selection | null;
  /** Radius of the circle around the selected place or location. The default if neither is selected. */
  readonly selectionRadiusInMetres: number;
  readonly units: Units;
  /** Whether the charts of the listed records are open. */
  readonly hasCharts: boolean;
  /** The period that is being played; the date filter is the window that moves through it. Null while nothing is played. */
  readonly play: MonthRange | null;
  /** What the selected place or point is compared with; `choose` until the user has chosen. Null without a comparison. */
  readonly comparison: PlaceOrPoint | 'choose' | null;
}

export const noFilters: Filters = {
  ...{ kinds: [], species: [], sources: [], featureTypes: [] },
  ...{ from: null, to: null, months: [], size: null, offshore: null, remark: '', tag: null },
};
export const defaultRadiusInMetres = 5000;
export const defaultSelectionRadiusInMetres = 1000;
const { west, south, east, north } = site.landingBox;
const middleOf = (from: number, to: number): number => Number(((from + to) / 2).toFixed(5));
/** The whole coast, which the map shows as large as the screen allows, whatever this zoom is. */
export const wholeCoast = {
  // With as many digits as in addresses.
  centre: { longitude: middleOf(west, east), latitude: middleOf(south, north) },
  zoom: 5,
} as const;

export const initialView: ViewState = {
  map: wholeCoast,
  search: null,
  council: null,
  filters: noFilters,
  tab: 'records',
  sort: 'newest',
  selection: null,
  selectionRadiusInMetres: defaultSelectionRadiusInMetres,
  units: 'metric',
  hasCharts: false,
  play: null,
  comparison: null,
};

/** The order of a list unless the user chooses another one: what is near comes first among the places of a search. */
export function defaultSort({ tab, search }: Pick<ViewState, 'tab' | 'search'>): Sort {
  return tab === 'places' && search ? 'nearest' : 'newest';
}

/** The order after a change of tab or search: the default, unless the user has chosen another one. */
export function sortAfter(before: ViewState, after: Pick<ViewState, 'tab' | 'search'>): Sort {
  if (before.sort === defaultSort(before)) return defaultSort(after);
  // Without a search, `nearest` would be relative to the centre of the map, which the user did not choose.
  return before.sort === 'nearest' && after.search === null ? defaultSort(after) : before.sort;
}

/** Further out, the middle of the map is more likely to be in the desert or the open sea than at the coast. */
export const smallestZoomToSearchMiddle = 9;

/** Whether there is a point to sort by distance from: the centre of a circle or search, or the middle of the map. */
export function canSortByDistance({
  map,
  search,
  selection,
}: Pick<ViewState, 'map' | 'search' | 'selection'>): boolean {
  return search !== null || hasCircle(selection) || map.zoom >= smallestZoomToSearchMiddle;
}

/** The sort order of a view, or the default if it is by distance and there is no point to measure from. */
export function possibleSort(view: Pick<ViewState, 'map' | 'search' | 'selection' | 'tab' | 'sort'>): Sort {
  return view.sort === 'nearest' && !canSortByDistance(view) ? defaultSort(view) : view.sort;
}

/** Whether any filter is set that applies to what the tab lists. */
export function hasFilters(filters: Filters, tab: Tab): boolean {
  if (tab === 'places') return filters.featureTypes.length > 0;
  const { kinds, species, sources, from, to, months, size, offshore, remark, tag } = filters;
  if (kinds.length + species.length + sources.length + months.length > 0) return true;
  return from !== null || to !== null || size !== null || offshore !== null || remark !== '' || tag !== null;
}

/** Whether a list needs the details of records, which are loaded later than other columns. */
export function needsDetails({ size, offshore, remark }: Filters, sort?: Sort): boolean {
  return size !== null || offshore !== null || remark !== '' || sort === 'largest';
}

/** The filters that apply to the items of a tab. In the view, the others remain set, but have no effect. */
export function applicableFilters(filters: Filters, tab: Tab): Filters {
  return tab === 'places'
    ? { ...noFilters, featureTypes: filters.featureTypes }
    : { ...filters, featureTypes: noFilters.featureTypes };
}

/** The change that clears a filter; both dates and the months are one filter. */
export function withoutFilter(name: keyof Filters | 'dates'): Partial<Filters> {
  if (name === 'dates' || name === 'from' || name === 'to') return { from: null, to: null, months: [] };
  return { [name]: noFilters[name] };
}

/** Decimals of a degree in URLs: a precision of about a centimetre. */
export const searchDigits = 7;

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;

/** A radius rounded to a decimetre, as in URLs. */
export const roundedRadius = (radiusInMetres: number): number => rounded(radiusInMetres, 1);

/**
 * Rounds a search as in URLs: its centre to a centimetre, its radius to a decimetre. The page itself uses the
 * rounded search as well: otherwise a shared link could find one record more.
 */
export function roundedSearch(search: LocationSearch): LocationSearch {
  const { longitude, latitude } = search.centre;
  return {
    ...search,
    centre: { longitude: rounded(longitude, searchDigits), latitude: rounded(latitude, searchDigits) },
    radiusInMetres: roundedRadius(search.radiusInMetres),
  };
}

/** Decimals of a degree of a location in URLs. They keep every published digit. */
export const locationDigits = 9;

/** A selection as in URLs. The page itself uses it, so that a shared link selects exactly the same point. */
export function roundedSelection<Selected extends Selection | null>(selection: Selected): Selected | PlaceOrPoint {
  if (selection?.kind !== 'location') return selection;
  const { longitude, latitude } = selection.position;
  const position = { longitude: rounded(longitude, locationDigits), latitude: rounded(latitude, locationDigits) };
  return { kind: 'location', position };
}

/** Whether the selection has a circle. */
export function hasCircle(selection: Selection | null): selection is PlaceOrPoint {
  return selection?.kind === 'place' || selection?.kind === 'location';
}

/** The search if it is by radius around this point (to the precision of URLs); else null. */
export function radiusSearchAt(point: Position, search: LocationSearch | null): LocationSearch | null {
  return search?.mode === 'radius' && plainPosition(search.centre) === plainPosition(point) ? search : null;
}
