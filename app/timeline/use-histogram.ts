import type { Histogram } from '../engine/engine.ts';
import { useResult, useData } from '../session/use-session.ts';

/** Records by month where one looks, or everywhere until that is known; undefined before the data. */
export function useHistogram(): Histogram | undefined {
  const data = useData();
  const answered = useResult(({ histogram }) => histogram);
  return answered ?? data?.histogram;
}
