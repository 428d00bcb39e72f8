/* `npm run build:data`: builds a site from two files. */

import { buildCommand } from './build-command.ts';
import { runCommand } from './run-command.ts';

await runCommand(buildCommand);
