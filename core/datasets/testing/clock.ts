import type { TimeRule } from '../recorded-time.ts';

/** What clocks in a zone show, by trying all its offsets. Local times are in seconds, as if they were in UTC. */
export class Clock {
  readonly #offsets: readonly { readonly from: number; readonly until: number; readonly ahead: number }[];

  constructor({ offsets }: Pick<TimeRule, 'offsets'>) {
    this.#offsets = offsets.map(([from, ahead], index) => ({
      from: index === 0 ? -Infinity : from,
      until: offsets[index + 1]?.[0] ?? Infinity,
      ahead,
    }));
  }

  localOf(instant: number): number {
    const shown = this.#offsets.filter(({ from, until }) => instant >= from && instant < until);
    return instant + Number(shown[0]?.ahead);
  }

  /** The first instant at which clocks show a time; of a time that they skip, by a clock that was not yet changed. */
  instantOf(local: number): number {
    const shown = this.#offsets.filter(({ from, until, ahead }) => local - ahead >= from && local - ahead < until);
    const notYetChanged = this.#offsets.filter(({ until, ahead }) => local - ahead >= until).at(-1);
    return local - Number((shown[0] ?? notYetChanged)?.ahead);
  }

  /** The last instant, in milliseconds, of the local day of an instant. */
  endOfDay(instant: number): number {
    const nextDay = (Math.floor(this.localOf(instant) / 86_400) + 1) * 86_400;
    return this.instantOf(nextDay) - 0.001;
  }
}
