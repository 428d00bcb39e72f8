import { compatibilityDate } from './workerd-configuration.ts';

export interface CloudflareOptions {
  /** Absolute, or relative to the configuration. */
  readonly siteDirectory: string;
  readonly workerPath: string;
  readonly basePath: string;
}

/** `wrangler.jsonc`: the site's files as assets, and the edge worker for the interface. */
export function cloudflareConfiguration({ siteDirectory, workerPath, basePath }: CloudflareOptions): string {
  const configuration = {
    name: 'coastwatch',
    main: workerPath,
    compatibility_date: compatibilityDate,
    assets: {
      directory: siteDirectory,
      binding: 'ASSETS',
      // The interface is the worker's; every other address is a file, and costs no run of it.
      run_worker_first: [`${basePath}webapi`, `${basePath}webapi/*`],
      html_handling: 'auto-trailing-slash',
      not_found_handling: 'none',
    },
    vars: { COASTWATCH_BASE_PATH: basePath },
    observability: { enabled: true },
  };
  return `// Deploy with: npx wrangler deploy\n${JSON.stringify(configuration, null, 2)}\n`;
}
