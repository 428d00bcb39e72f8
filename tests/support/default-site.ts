import { readFileSync } from 'node:fs';

import { fromRoot } from './repository.ts';

/** Code of the explorer reads its site when it is loaded, as a worker does: from the name of its global object. */
Object.assign(globalThis, { name: readFileSync(fromRoot('sites/western-australia/site.json'), 'utf8') });
