import { useEffect } from 'react';

import { useQueryState, useSession } from './use-session.ts';

/** Requests the details of records, again after the data was loaded again, unless `isWanted` is false. */
export function useDetails(isWanted = true): void {
  const session = useSession();
  const load = useQueryState(({ loading, loads }) => (loading.state === 'ready' ? loads : null));
  useEffect(() => {
    if (isWanted && load !== null) session.requestDetails();
  }, [session, isWanted, load]);
}
