import { buildPrograms } from './build-programs.ts';

/* `npm run build:programs`: what runs in browsers and on the edge, without any data. */

process.exitCode = buildPrograms();
