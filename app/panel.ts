/*
 * The components next to the map, loaded as one chunk after the map. Details and dialogs are loaded on demand.
 */
export { FilterBar } from './filters/FilterBar.tsx';
export { ResultsPanel } from './results/ResultsPanel.tsx';
export { LocationSearch } from './search/LocationSearch.tsx';
