import { inDialog, lazyPart } from '../components/lazy-part.tsx';
import { Script } from '../components/script.ts';

/** What filters show once they are opened. */
export const openedFilters = new Script(() => import('./opened-filters.ts'));

/** Has it fetched already by the one who points at the filters, or comes to them by keyboard. */
export function prepareFilters(): void {
  openedFilters.load().catch(() => {
    // Whoever opens one asks again, and is told.
  });
}

export const DateFilter = lazyPart(openedFilters, (script) => script.DateFilter);
export const FilterForm = lazyPart(openedFilters, (script) => script.FilterForm, inDialog('Filters'));
export const FilterOptions = lazyPart(openedFilters, (script) => script.FilterOptions);
