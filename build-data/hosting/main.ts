import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { manifestPath } from '../../core/storage/layout.ts';
import { caddyConfiguration } from './caddy-configuration.ts';
import { cloudflareConfiguration } from './cloudflare-configuration.ts';
import { netlifyConfiguration, netlifyFunction } from './netlify-configuration.ts';
import { nginxConfiguration } from './nginx-configuration.ts';
import { pagePoliciesOf } from './page-policies.ts';
import { formatUploadList, uploadList } from './upload-list.ts';
import { workerdConfiguration } from './workerd-configuration.ts';

const usage = `Usage: npm run configure -- --dir DIR --out DIR [options]

  --dir DIR               the built site
  --out DIR               where the configurations are written
  --base-path /PATH/      the path under which the site is served (default: /)
  --listen HOST:PORT      for nginx, Caddy and workerd (default: 127.0.0.1:8080)
  --proxy-to URL          for nginx and Caddy: a Node host that answers what files cannot
  --full-interface URL    without it: where the full interface is, for the message of a refused query`;

const builtWorker = fileURLToPath(new URL('../../dist/edge/worker.js', import.meta.url));

function fail(message: string, exitCode: 1 | 2): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        dir: { type: 'string' },
        out: { type: 'string' },
        'base-path': { type: 'string', default: '/' },
        listen: { type: 'string', default: '127.0.0.1:8080' },
        'proxy-to': { type: 'string' },
        'full-interface': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, 2);
  }
}

const options = readOptions();
if (options.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const { dir, out, listen, 'base-path': basePath, 'proxy-to': proxyTo, 'full-interface': fullInterface } = options;
if (dir === undefined || out === undefined) fail(`--dir and --out are needed.\n\n${usage}`, 2);
// What goes into the texts of other languages is of a few plain characters alone.
if (!/^\/(?:[A-Za-z0-9._~-]+\/)*$/.test(basePath)) {
  fail(`--base-path ${basePath} is not a path such as /coast/, of letters, digits and . _ ~ - alone.`, 2);
}
if (!/^[A-Za-z0-9.:[\]-]+$/.test(listen)) fail(`--listen ${listen} is not an address such as 127.0.0.1:8080.`, 2);
for (const [name, value] of [
  ['--proxy-to', proxyTo],
  ['--full-interface', fullInterface],
] as const) {
  if (value !== undefined && !/^https?:\/\/[A-Za-z0-9.:[\]/_~-]+$/.test(value)) {
    fail(`${name} ${value} is not an address such as https://data.example.org.`, 2);
  }
}
const siteDirectory = resolve(dir);
if (!existsSync(join(siteDirectory, manifestPath))) {
  fail(`${dir} holds no ${manifestPath}. Build the data into it first: npm run build:data -- --out ${dir} …`, 1);
}
if (/["'`\\$\n]/.test(siteDirectory)) fail(`${siteDirectory} has characters that configurations cannot hold.`, 1);
if (!existsSync(builtWorker)) fail('The edge worker is not built: run npm run build first.', 1);

const folder = resolve(out);
const pagePolicies = await pagePoliciesOf(siteDirectory);
const ofPlainServer = {
  siteDirectory,
  basePath,
  listen,
  pagePolicies,
  proxyTo: proxyTo?.replace(/\/+$/, ''),
  fullInterfaceUrl: fullInterface,
};
const workerPath = 'worker.js';
const files: Readonly<Record<string, string>> = {
  'nginx/coastwatch.conf': nginxConfiguration(ofPlainServer),
  'caddy/Caddyfile': caddyConfiguration(ofPlainServer),
  'workerd/workerd.capnp': workerdConfiguration({ siteDirectory, workerPath, basePath, listen }),
  'cloudflare/wrangler.jsonc': cloudflareConfiguration({ siteDirectory, workerPath, basePath }),
  'netlify/netlify.toml': netlifyConfiguration({ siteDirectory, basePath }),
  'netlify/edge-functions/coastwatch.js': netlifyFunction(basePath),
  's3/uploads.tsv': formatUploadList(await uploadList(siteDirectory)),
};
for (const [path, text] of Object.entries(files)) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
const workers = ['workerd/worker.js', 'cloudflare/worker.js', 'netlify/edge-functions/worker.js'];
for (const path of workers) await copyFile(builtWorker, join(folder, path));
process.stdout.write(
  `${[...Object.keys(files), ...workers].map((path) => join(out, path)).join('\n')}\nHow to use each: docs/publishing.md\n`,
);
