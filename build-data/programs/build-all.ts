import { buildPrograms } from './build-programs.ts';

/* `npm run build:programs` builds the programs for browsers, edge platforms and servers, without any data. */

process.exitCode = buildPrograms();
