import { openFileHeaders } from '../../core/site/file-headers.ts';
import type { SiteAnswer } from './site-under-test.ts';

/** Something about a site that is wrong, for its operator. */
interface Finding {
  /** What was observed, at which address. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** What a check found; empty when all is well. */
export type Findings = readonly Finding[];

/** What a header must match, and the words for it in a message. */
export interface Demand {
  readonly matches: RegExp;
  readonly words: string;
}

/** Collects what is wrong with answers. */
export class FindingList {
  readonly found: Finding[] = [];

  add(what: string, remedy: string): void {
    this.found.push({ what, remedy });
  }

  /** Adds a finding unless the answer has this status. Returns whether it has. */
  status(answer: SiteAnswer, status: number, remedy: string): boolean {
    if (answer.status === status) return true;
    const location = answer.headers.get('Location');
    if (answer.status >= 300 && answer.status < 400 && location !== null) {
      this.add(
        `${answer.request} is sent on to ${location} (status ${answer.status}), not answered with status ${status}`,
        'let the host answer at this address itself; if the whole site has moved, check it at its new address',
      );
    } else {
      this.add(`${answer.request} is answered with status ${answer.status}, not ${status}`, remedy);
    }
    return false;
  }

  /** Adds a finding unless a header has this value, or one that is as demanded. */
  header(answer: SiteAnswer, name: string, demanded: string | Demand, remedy: string): void {
    const value = answer.headers.get(name);
    const isText = typeof demanded === 'string';
    if (isText ? value === demanded : value !== null && demanded.matches.test(value)) return;
    const seen = value === null ? `no ${name} header` : `${name}: ${value}`;
    this.add(`${answer.request} has ${seen}, where ${isText ? `"${demanded}"` : demanded.words} is needed`, remedy);
  }
}

/** For files that change with updates: a maximum age of at most 89 seconds. */
export const shortlyKept: Demand = {
  matches: /no-cache|no-store|max-age=(?:\d|[1-8]\d)(?!\d)/,
  words: '"no-cache" (or a few seconds)',
};
export const longKept: Demand = { matches: /immutable|max-age=\d{6,}/, words: '"public, max-age=31536000, immutable"' };
export const compressed: Demand = { matches: /^(?:br|gzip|zstd)$/, words: 'br or gzip' };

export const strongTag: Demand = { matches: /^"[^"]*"$/, words: 'a strong entity tag' };
export const exposedHeaders: Demand = {
  matches: /^(?=.*\baccept-ranges\b)(?=.*\bcontent-range\b)(?=.*\betag\b)|^\*$/i,
  words: openFileHeaders['Access-Control-Expose-Headers'],
};

export const useConfiguration = 'use the configuration that npm run configure writes for this host';
