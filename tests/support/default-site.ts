import { defaultSite } from '../../build-data/pages/default-site.ts';

/** Code of the explorer reads its site when it is loaded, as a worker does: from the name of its global object. */
Object.assign(globalThis, { name: JSON.stringify(defaultSite) });
