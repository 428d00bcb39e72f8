import { site } from '../../build-data/site/testing/default-site.ts';
import { siteOf } from '../../build-data/site/site-file.ts';

/** Code of the explorer reads its site when it is loaded, as a worker does: from the name of its global object. */
Object.assign(globalThis, { name: JSON.stringify(siteOf(site)) });
