/*
 * The list and the search above it, loaded as one chunk after the map; on a phone, when the sheet is first opened. Details
 * and dialogs are loaded on demand.
 */
export { ResultsPanel } from './results/ResultsPanel.tsx';
export { LocationSearch } from './search/LocationSearch.tsx';
