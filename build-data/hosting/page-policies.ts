import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { isContent } from '../../core/site/content-paths.ts';
import { contentSecurityPolicyOf } from '../../core/site/security-headers.ts';
import { documentPagePaths } from '../../core/storage/layout.ts';

/** The security policy of each page of a built site, at its root and of documentation, by the page's path. */
export async function pagePoliciesOf(siteDirectory: string): Promise<Record<string, string>> {
  const pages = (await readdir(siteDirectory)).filter((name) => name.endsWith('.html') && isContent(name)).sort();
  const documents = Object.values(documentPagePaths).filter((path) => existsSync(join(siteDirectory, path)));
  const policies = [...pages, ...documents].map(async (page): Promise<[string, string]> => {
    return [page, contentSecurityPolicyOf(await readFile(join(siteDirectory, page), 'utf8'))];
  });
  return Object.fromEntries(await Promise.all(policies));
}
