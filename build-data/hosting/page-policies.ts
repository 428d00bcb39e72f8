import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { isContent } from '../../core/site/content-paths.ts';
import { contentSecurityPolicyOf } from '../../core/site/security-headers.ts';

/** The security policy of each page at the root of a built site, by the page's name. */
export async function pagePoliciesOf(siteDirectory: string): Promise<Record<string, string>> {
  const pages = (await readdir(siteDirectory)).filter((name) => name.endsWith('.html') && isContent(name)).sort();
  const policies = pages.map(async (page): Promise<[string, string]> => {
    return [page, contentSecurityPolicyOf(await readFile(join(siteDirectory, page), 'utf8'))];
  });
  return Object.fromEntries(await Promise.all(policies));
}
