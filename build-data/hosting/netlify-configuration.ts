export interface NetlifyOptions {
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
  path = "${basePath}webapi/*"
  function = "coastwatch"
`;
}

/** The edge function: it reads the files of the site it belongs to over HTTP. */
export function netlifyFunction(basePath: string): string {
  return `import worker from './worker.js';

export default (request) =>
  worker.fetch(request, {
    COASTWATCH_FILES: new URL('${basePath}', request.url).href,
    COASTWATCH_BASE_PATH: '${basePath}',
  });
`;
}
