import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { manifestPath } from '../../core/storage/layout.ts';
import { basePathInWords, isBasePath } from '../../core/site/site-root.ts';
import { listen, serveUntilStopped } from './listen.ts';
import { createSiteServer } from './site-server.ts';

const usage =
  'Usage: npm run serve -- --dir DIR [--port PORT] [--host HOST] [--base-path /PATH/] [--public-origin URL] [--answer-memory MEGABYTES]';

function fail(message: string, exitCode: 1 | 2): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        dir: { type: 'string' },
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        'base-path': { type: 'string', default: '/' },
        'public-origin': { type: 'string' },
        'answer-memory': { type: 'string', default: '64' },
      },
    }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`, 2);
  }
}

/** A scheme, a host, perhaps a port, and nothing after it. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const options = readOptions();
const port = Number(options.port);
if (options.dir === undefined) fail(`--dir is missing.\n${usage}`, 2);
if (!/^\d+$/.test(options.port) || port > 65_535) fail(`--port ${options.port} is not a port number.\n${usage}`, 2);
const { 'base-path': basePath } = options;
if (!isBasePath(basePath)) fail(`--base-path ${basePath} is not ${basePathInWords}.\n${usage}`, 2);
if (!/^\d{1,5}$/.test(options['answer-memory'])) {
  fail(`--answer-memory ${options['answer-memory']} is not a number of megabytes.\n${usage}`, 2);
}
const publicOrigin = options['public-origin'];
if (publicOrigin !== undefined && !isOrigin(publicOrigin)) {
  fail(`--public-origin ${publicOrigin} is not an origin such as https://data.example.org.\n${usage}`, 2);
}
if (!existsSync(join(options.dir, manifestPath))) {
  fail(
    `${options.dir} holds no ${manifestPath}. Build the data into it first: npm run build:data -- --out ${options.dir} …`,
    1,
  );
}
const server = createSiteServer({
  directory: options.dir,
  basePath,
  publicOrigin,
  answerMemoryBytes: Number(options['answer-memory']) * 1024 * 1024,
});
try {
  const address = await listen(server, { port, host: options.host, basePath });
  await serveUntilStopped(server, address);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error), 1);
}
