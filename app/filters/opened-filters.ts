/* What a filter shows once it is opened: one script, which comes with the first. */
export { DateFilter } from './DateFilter.tsx';
export { FilterForm } from './FilterForm.tsx';
export { FilterOptions } from './FilterOptions.tsx';
