import { useEffect, useMemo, useState } from 'react';

import type { Facets } from '../engine/engine.ts';
import { removeUnknownValues } from './address-selection.ts';
import { useQueryState, useSession } from './use-session.ts';

/**
 * Once the data is loaded, removes filter values of the address that do not occur in it, and returns a note for each.
 */
export function useUnknownValues(): readonly string[] {
  const { view } = useSession();
  const [addressFilters] = useState(() => view.getState().filters);
  const [firstFacets, setFirstFacets] = useState<Facets>();
  const facets = useQueryState(({ result }) => firstFacets ?? result?.facets);
  if (facets !== firstFacets) setFirstFacets(facets);
  const removed = useMemo(
    () => firstFacets && removeUnknownValues(addressFilters, firstFacets),
    [addressFilters, firstFacets],
  );
  useEffect(() => {
    const { filters, changeFilters } = view.getState();
    // Filters that the user has changed since then were chosen from existing values.
    if (removed && removed.notes.length > 0 && filters === addressFilters) changeFilters(removed.change);
  }, [view, removed, addressFilters]);
  return removed?.notes ?? [];
}
