import { existsSync } from 'node:fs';

/* `npm run serve`: runs the compiled server, or says how to compile it. */

// The server registers its own handler. Without this one, SIGHUP ends the process before that.
process.on('SIGHUP', () => undefined);

const server = new URL('../../dist/server/serve.mjs', import.meta.url);

if (existsSync(server)) await import(server.href);
else {
  process.stderr.write('The server is not compiled. Run this first: npm run build:programs\n');
  process.exitCode = 1;
}
