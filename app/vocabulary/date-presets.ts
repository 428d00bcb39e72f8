import { addDays, addMonths } from './calendar.ts';

/** A range of days offered ready-made; both ends null for all of time. */
export interface DatePreset {
  readonly name: string;
  /** For a button after the word "Last", where room is scarce; part of the name. */
  readonly shortName: string;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Ranges that end with the newest record: the data is historical, and its last month is seldom the one that is now.
 * `newest` is a day, or the date and time of the newest record.
 */
export function datePresets(newest: string): readonly DatePreset[] {
  const to = newest.slice(0, 10);
  return [
    { name: 'Last 30 days of the data', shortName: '30 days', from: addDays(to, -29), to },
    { name: 'Last 12 months of the data', shortName: '12 months', from: addDays(addMonths(to, -12), 1), to },
    { name: 'Last 5 years of the data', shortName: '5 years', from: addDays(addMonths(to, -60), 1), to },
    { name: 'All', shortName: 'All', from: null, to: null },
  ];
}
