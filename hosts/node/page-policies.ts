import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { contentSecurityPolicyOf } from '../../core/site/security-headers.ts';

/** The security policies of the pages in a directory, made anew when a page has changed. */
export class PagePolicies {
  readonly #directory: string;
  readonly #known = new Map<string, { readonly state: string; readonly policy: string }>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** For the page at a path of the site; undefined for what is no page, or is gone. */
  of(path: string): string | undefined {
    const page = path.replace(/(^|\/)$/, '$1index.html');
    if (!page.endsWith('.html')) return undefined;
    try {
      const file = join(this.#directory, page);
      const { mtimeMs, size, ino } = statSync(file);
      const state = `${mtimeMs} ${size} ${ino}`;
      const known = this.#known.get(page);
      if (known?.state === state) return known.policy;
      const policy = contentSecurityPolicyOf(readFileSync(file, 'utf8'));
      this.#known.set(page, { state, policy });
      return policy;
    } catch {
      return undefined;
    }
  }
}
