import { useEffect, useState } from 'react';

import { latestOnly } from './latest-only.ts';
import type { Session } from './session.ts';
import { useDetails } from './use-details.ts';
import { useQueryState, useSession } from './use-session.ts';

/**
 * The latest result of a query about records; null before the first. The query runs again whenever its parameters, the
 * loaded data or the details of the records change. Until the next result, the previous one remains. Parameters must be
 * JSON values.
 */
export function useLatestResult<Parameters extends readonly unknown[], Result>(
  parameters: Parameters,
  query: (session: Session, ...parameters: Parameters) => Promise<Result>,
): Result | null {
  const session = useSession();
  const load = useQueryState(({ loading, loads, details }) =>
    loading.state === 'ready' ? `${loads} ${String(details === 'ready')}` : null,
  );
  const [result, setResult] = useState<Result | null>(null);
  const [request] = useState(() =>
    latestOnly(
      (wanted: Parameters) => query(session, ...wanted),
      (latest) => {
        setResult(() => latest);
      },
      // The session reports the failure of the engine; the latest result remains.
      () => undefined,
    ),
  );
  const key = JSON.stringify(parameters);
  useDetails();

  useEffect(() => {
    if (load !== null) request(JSON.parse(key) as Parameters);
  }, [request, load, key]);

  return result;
}
