import type { Histogram } from '../engine/questions.ts';
import { useAnswer, useData } from '../session/use-session.ts';

/** Records by month where one looks, or everywhere until that is known; undefined before the data. */
export function useHistogram(): Histogram | undefined {
  const data = useData();
  const answered = useAnswer(({ histogram }) => histogram);
  return answered ?? data?.histogram;
}
