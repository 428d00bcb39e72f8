/*
 * What stands beside the map: fetched while the map is already there, in one piece. Details and dialogs come when they
 * are asked for.
 */
export { FilterBar } from './filters/FilterBar.tsx';
export { PrintList } from './results/PrintList.tsx';
export { ResultsPanel } from './results/ResultsPanel.tsx';
export { LocationSearch } from './search/LocationSearch.tsx';
