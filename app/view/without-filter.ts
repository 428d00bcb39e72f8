import type { Filters } from './view-state.ts';

/** The change that makes a filter let everything through; dates are one filter. */
export function withoutFilter(name: keyof Filters | 'dates'): Partial<Filters> {
  return name === 'dates' || name === 'from' || name === 'to' ? { from: null, to: null } : { [name]: [] };
}
