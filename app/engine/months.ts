/** Runs of records of one month in a list that is in order of time. */
export interface MonthRuns {
  /** Of each run, in months since the start of the year 0. */
  readonly months: readonly number[];
  /** The records of run i are those from starts[i] up to starts[i + 1]. */
  readonly starts: readonly number[];
}

/** `seconds` as of `date-time-key`, in list order: equal months stand together. */
export function monthRunsOf(seconds: Float64Array): MonthRuns {
  const months: number[] = [];
  const starts: number[] = [];
  let from = Infinity;
  let until = -Infinity;
  for (let record = 0; record < seconds.length; record++) {
    const time = seconds[record] ?? 0;
    if (time >= from && time < until) continue;
    const date = new Date(time * 1000);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    from = startOfMonth(year, month);
    until = startOfMonth(year, month + 1);
    months.push(year * 12 + month);
    starts.push(record);
  }
  starts.push(seconds.length);
  return { months, starts };
}

/** In seconds. `Date.UTC` takes the years 0 to 99 for those of the last century. */
function startOfMonth(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1) / 1000;
}
