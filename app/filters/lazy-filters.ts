import { failureDialog, lazyComponent, LazyModule } from '../components/lazy-component.tsx';

/** The module with the content of open filters. */
export const openedFilters = new LazyModule(() => import('./FilterForm.tsx'));

/** Starts loading it, when the pointer or the focus reaches the filters. */
export function prepareFilters(): void {
  openedFilters.load().catch(() => {
    // Opening a filter loads it again and reports a failure.
  });
}

export const DateFilter = lazyComponent(openedFilters, (script) => script.DateFilter);
export const FilterForm = lazyComponent(openedFilters, (script) => script.FilterForm, failureDialog('Filters'));
export const FilterOptions = lazyComponent(openedFilters, (script) => script.FilterOptions);
