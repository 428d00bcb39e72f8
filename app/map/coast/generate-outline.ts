import coast from './coast.json' with { type: 'json' };
import { unpackCoast, type CoastFile } from './coast-codec.ts';
import { coastOutline } from './coast-outline.ts';

/*
 * Prints the outline of the bundled coast for `app/index.html`, which shows it until the chart is drawn: the box to
 * view it in, then the path. Run by hand when the coast changes:
 *
 *   node --import tsx app/map/coast/generate-outline.ts
 */
const { path, viewBox } = coastOutline(unpackCoast(coast as unknown as CoastFile));
console.log(viewBox);
console.log(path);
