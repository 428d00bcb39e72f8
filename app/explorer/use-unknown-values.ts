import { useEffect, useMemo, useState } from 'react';

import type { Result } from '../engine/engine.ts';
import { ignoredParameterNote } from '../view/view-url.ts';
import { replaceUnknownValues } from './address-selection.ts';
import { useQueryState, useExplorer } from './use-explorer.ts';

/**
 * Once the data is loaded, repairs or removes filter values of the address that do not occur in it, removes such a
 * council area, and returns a note for each value that was removed.
 */
export function useUnknownValues(): readonly string[] {
  const { view } = useExplorer();
  const [{ filters: addressFilters, council: addressCouncil }] = useState(() => view.getState());
  const [first, setFirst] = useState<Result>();
  const result = useQueryState((state) => first ?? state.result ?? undefined);
  if (result !== first) setFirst(result);
  const replaced = useMemo(() => first && replaceUnknownValues(addressFilters, first.facets), [addressFilters, first]);
  const [unknownCouncil, setUnknownCouncil] = useState<string | null>(null);
  // The council area of a query may also be the selected one.
  const isCouncilUnknown = useQueryState(
    ({ result }) => result !== null && result.council === null && result.query.council === addressCouncil,
  );
  if (isCouncilUnknown && unknownCouncil !== addressCouncil) setUnknownCouncil(addressCouncil);
  useEffect(() => {
    const { filters, changeFilters, council, setCouncil } = view.getState();
    // What the user has changed since then was chosen from existing values.
    if (replaced && Object.keys(replaced.change).length > 0 && filters === addressFilters) {
      changeFilters(replaced.change, 'same');
    }
    if (unknownCouncil !== null && council === addressCouncil) setCouncil(null, 'same');
  }, [view, replaced, unknownCouncil, addressFilters, addressCouncil]);
  const councilNotes =
    unknownCouncil === null
      ? []
      : [ignoredParameterNote('council', unknownCouncil, 'this data has no place in a council area of that name')];
  return [...councilNotes, ...(replaced?.notes ?? [])];
}
