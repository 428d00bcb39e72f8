import { describeExpected, quoted } from '../check-case.ts';
import { NoResponseError, type SiteResponse } from './deployed-site.ts';

/** A fault of a site, described for its operator. */
export interface Finding {
  /** What was observed, at the first of the requests. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The requests with this fault: one cause often spoils many responses. */
  readonly requests: Set<string>;
}

/** Collects the faults of a part of a site. */
export class FindingList {
  readonly #byCause = new Map<string, Finding>();

  /** In the order in which they were found; empty if nothing is wrong. */
  get found(): readonly Finding[] {
    return [...this.#byCause.values()];
  }

  /** Faults with the same cause and remedy are one finding. Default: faults with the same description. */
  add(request: string, what: string, remedy: string, cause = what): void {
    const key = `${cause}\n${remedy}`;
    const known = this.#byCause.get(key);
    if (known) known.requests.add(request);
    else this.#byCause.set(key, { what, remedy, requests: new Set([request]) });
  }

  /** Adds a finding unless the response has this status. Returns whether it does. */
  expectStatus(response: SiteResponse, status: number, remedy: string): boolean {
    if (response.status === status) return true;
    const location = response.headers['location'];
    if (response.status >= 300 && response.status < 400 && location !== undefined) {
      this.add(
        response.request,
        `redirects to ${location} (status ${response.status})`,
        'let the host respond at this address without a redirect; if the whole site has moved, check its new address',
        'redirect',
      );
    } else {
      this.add(response.request, `status: got ${response.status}, expected ${status}`, remedy);
    }
    return false;
  }

  /** Adds a finding unless a header has this value or matches. The name is in lower case. */
  expectHeader(
    response: SiteResponse,
    name: string,
    expected: string | RegExp,
    remedy: string,
    words = describeExpected(expected),
  ): void {
    const value = response.headers[name];
    const isRight = typeof expected === 'string' ? value === expected : value !== undefined && expected.test(value);
    if (!isRight) this.add(response.request, `${name}: got ${quoted(value)}, expected ${words}`, remedy);
  }

  /** Runs checks of a request. Adds a finding if no response arrives. */
  async attempt<Result>(request: string, check: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      this.add(request, error.message, 'check that the host is running; check its name, its certificate and its log');
      return undefined;
    }
  }
}

export const useConfiguration = 'send the headers that the configuration in deploy/ sends';
export const clearCaches = 'upload the complete tree of one build again, and clear the caches in front of the site';
