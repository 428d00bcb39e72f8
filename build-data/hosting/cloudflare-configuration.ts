import { compatibilityDate } from './workerd-configuration.ts';

export interface CloudflareOptions {
  /** Absolute, or relative to the configuration. */
  readonly siteDirectory: string;
  readonly workerPath: string;
  readonly basePath: string;
}

/** In the site's directory, this keeps compressed twins from being uploaded: Cloudflare compresses by itself. */
export const assetsIgnoreFileName = '.assetsignore';
export const assetsIgnoreFile = '*.br\n*.gz\n';

/** `wrangler.jsonc`: the site's files as assets, and the edge worker for the interface. */
export function cloudflareConfiguration({ siteDirectory, workerPath, basePath }: CloudflareOptions): string {
  const configuration = {
    name: 'coastwatch',
    main: workerPath,
    compatibility_date: compatibilityDate,
    assets: {
      directory: siteDirectory,
      binding: 'ASSETS',
      // At the root, other addresses are files and cost no run of the worker; under a path it finds the files for them.
      run_worker_first: basePath === '/' ? ['/webapi', '/webapi/*'] : true,
      // Each file at its own address alone: the worker that keeps the pages on a device takes no redirect for a page.
      html_handling: 'none',
      not_found_handling: 'none',
    },
    vars: { COASTWATCH_BASE_PATH: basePath },
    observability: { enabled: true },
  };
  return `// Deploy with: npx wrangler deploy\n${JSON.stringify(configuration, null, 2)}\n`;
}
