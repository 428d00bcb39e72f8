export interface NetlifyOptions {
  /** Relative to the configuration: Netlify takes a path that begins with a slash for one below the repository. */
  readonly siteDirectory: string;
  readonly basePath: string;
}

/** `netlify.toml`: the site's files, and the edge function for the interface. */
export function netlifyConfiguration({ siteDirectory, basePath }: NetlifyOptions): string {
  return `# Deploy with: npx netlify deploy --prod
[build]
  publish = ${JSON.stringify(siteDirectory)}
  edge_functions = "edge-functions"

[[edge_functions]]
  path = "${basePath}webapi"
  function = "coastwatch"

[[edge_functions]]
  path = "${basePath}webapi/*"
  function = "coastwatch"
${basePath === '/' ? '' : below(basePath)}`;
}

/** The files stand at the root of what is published; under a path they are found by a rewrite. */
function below(basePath: string): string {
  return `
[[redirects]]
  from = "${basePath}*"
  to = "/:splat"
  status = 200
`;
}

/** The edge function: it reads the files of the site it belongs to over HTTP, from where they stand. */
export function netlifyFunction(basePath: string): string {
  return `import worker from './worker.js';

export default (request) =>
  worker.fetch(request, {
    COASTWATCH_FILES: new URL('/', request.url).href,
    COASTWATCH_BASE_PATH: '${basePath}',
  });
`;
}
