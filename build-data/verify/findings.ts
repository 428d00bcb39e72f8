import type { SiteAnswer } from './site-under-test.ts';

/** Something about a site that is not as it should be, for who runs it. */
export interface Finding {
  /** What was seen, at which address. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** What a check found; empty when all is well. */
export type Findings = readonly Finding[];

/** Collects what is wrong with answers. */
export class FindingList {
  readonly found: Finding[] = [];

  add(what: string, remedy: string): void {
    this.found.push({ what, remedy });
  }

  /** Adds a finding unless the answer has this status. Returns whether it has. */
  status(answer: SiteAnswer, status: number, remedy: string): boolean {
    if (answer.status === status) return true;
    this.add(`${answer.request} answered with status ${answer.status}, not ${status}`, remedy);
    return false;
  }

  /** Adds a finding unless a header has this value, or matches it. */
  header(answer: SiteAnswer, name: string, demanded: string | RegExp, remedy: string): void {
    const value = answer.headers.get(name);
    const isRight = typeof demanded === 'string' ? value === demanded : value !== null && demanded.test(value);
    if (isRight) return;
    const seen = value === null ? `no ${name} header` : `${name}: ${value}`;
    const wanted = typeof demanded === 'string' ? `"${demanded}"` : `one that matches ${demanded.source}`;
    this.add(`${answer.request} has ${seen}, not ${wanted}`, remedy);
  }
}
