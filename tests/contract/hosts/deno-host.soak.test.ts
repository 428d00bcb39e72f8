import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request as startRequest, type Server } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { apiRoot, placeFeedRoot } from '../../../core/storage/format/layout.ts';
import { listen } from '../../../hosts/node/listen.ts';
import { createSiteServer } from '../../../hosts/node/site-server.ts';
import { fromRoot, repository } from '../../support/repository.ts';
import { type RunningServer, createStopHandle } from '../../support/run-node.ts';
import { writeSmallSite } from '../../support/small-site.ts';
import { buildEdgeWorker } from '../../support/start-host.ts';
import { allCases } from '../all-cases.ts';
import { checkEach, differences, hostAt } from '../check-case.ts';
import { caseUnderBasePath } from '../contract-case.ts';
import { verifySite } from '../verify/verify-site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The path of Deno: from `DENO_PATH`, the system or the npm package; undefined when it is not installed. */
export function findDeno(): string | undefined {
  const candidates = [process.env['DENO_PATH'], 'deno', join(repository, 'node_modules/.bin/deno')];
  return candidates.find((path) => path !== undefined && spawnSync(path, ['--version']).status === 0);
}

/**
 * Starts a server script, which chooses a free port and has network access to this machine only. `subcommand` is the
 * subcommand of Deno with its options, such as `serve`.
 */
export async function startDeno(
  deno: string,
  subcommand: readonly string[],
  script: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const [name = 'run', ...options] = subcommand;
  const child = spawn(deno, [name, '--no-prompt', '--allow-net=127.0.0.1', '--allow-env', ...options, script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1', ...environment },
  });
  const exited = once(child, 'exit');
  const address = await new Promise<URL>((resolve, reject) => {
    let text = '';
    const findAddress = (chunk: Buffer): void => {
      text += chunk.toString();
      const [found] = /http:\/\/127\.0\.0\.1:\d+\//.exec(text) ?? [];
      if (found !== undefined) resolve(new URL(found));
    };
    child.stdout.on('data', findAddress);
    child.stderr.on('data', findAddress);
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`deno ended before it listened on a port: ${text}`));
    });
  });
  return { address, ...createStopHandle(child, exited) };
}

const deno = findDeno();
if (deno === undefined) {
  console.warn(
    'deno is not installed: the contract on other web-standard runtimes is SKIPPED. Install it, or set DENO_PATH.',
  );
}

describe.skipIf(deno === undefined)('the contract, from the edge host in Deno', () => {
  const folder = temporaryFolder();
  let dataVersion: string;
  let files: Server;
  let filesAddress: string;
  let workerPath: string;

  beforeAll(async () => {
    const site = join(folder, 'site');
    ({ dataVersion } = await writeSmallSite(site, 'compute'));
    files = createSiteServer({ directory: site });
    filesAddress = await listen(files, { port: 0, host: '127.0.0.1', basePath: '/' });
    workerPath = await buildEdgeWorker(folder);
  });
  afterAll(() => {
    files.close();
  });

  it(`holds in ${allCases.length} cases, and verification passes, with deno serve over files of another host`, async () => {
    const server = await startDeno(deno ?? '', ['serve', '--host=127.0.0.1', '--port=0'], workerPath, {
      COASTWATCH_FILES: filesAddress,
      COASTWATCH_COMPRESSION: 'gzip',
    });
    const { address } = server;
    try {
      const host = hostAt(address, dataVersion);
      await checkEach(allCases, (each) => differences(each, host));
      const { parts } = await verifySite({ url: address.href, checksAll: true });
      expect(parts.map(({ title }) => title)).toContain('The explorer');
      expect(parts.flatMap(({ findings }) => findings)).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  it.each(['/', '/coast/'])(
    'holds in all cases, with the Netlify edge function in front of the files, under %s',
    async (basePath) => {
      const functions = join(folder, `functions${basePath.replaceAll('/', '')}`);
      await buildEdgeWorker(functions);
      const edgeFunction = (await readFile(fromRoot('deploy/netlify/edge-functions/coastwatch.js'), 'utf8'))
        .replace('../../../dist/edge/worker.js', './worker.js')
        .replace("COASTWATCH_BASE_PATH: '/'", `COASTWATCH_BASE_PATH: '${basePath}'`);
      await writeFile(join(functions, 'coastwatch.js'), edgeFunction);
      const serve =
        "import handler from './coastwatch.js';\nDeno.serve({ hostname: '127.0.0.1', port: 0 }, handler);\n";
      await writeFile(join(functions, 'serve.js'), serve);
      const edge = await startDeno(deno ?? '', ['run'], join(functions, 'serve.js'));
      const front = createFrontServer(edge, basePath);
      const address = new URL(await listen(front, { port: 0, host: '127.0.0.1', basePath }));
      try {
        const cases = allCases.map((each) => caseUnderBasePath(basePath, each));
        const host = hostAt(address, dataVersion);
        await checkEach(cases, (each) => differences(each, host));
      } finally {
        front.close();
        front.closeAllConnections();
        await edge.stop();
      }
    },
  );

  /** Routes like Netlify: the paths of the function go to it, and everything else, including the root, to the files. */
  function createFrontServer(edge: RunningServer, basePath: string): Server {
    return createServer((request, response) => {
      const { url = '/', method, headers } = request;
      if (![apiRoot.split('/')[0], placeFeedRoot].some((path) => url.startsWith(`${basePath}${path}`))) {
        request.url = url.replace(new RegExp(`^${basePath}`), '/');
        files.emit('request', request, response);
        return;
      }
      const { hostname, port } = edge.address;
      const proxied = startRequest({ hostname, port, path: url, method, headers }, (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      });
      request.pipe(proxied);
    });
  }
});
