import { buildPrograms } from './build-programs.ts';

/* `npm run build:programs` builds what runs in browsers, on edge platforms and on servers, without any data. */

process.exitCode = buildPrograms();
