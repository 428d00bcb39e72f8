import { existsSync } from 'node:fs';

/* `npm run serve`: runs the compiled server, or says how to compile it. */

// Without this handler, SIGHUP would end the process before the server registers its own.
process.on('SIGHUP', () => undefined);

const server = new URL('../../dist/server/serve.mjs', import.meta.url);

if (existsSync(server)) await import(server.href);
else {
  process.stderr.write('The server is not compiled. Run this first: npm run build:programs\n');
  process.exitCode = 1;
}
