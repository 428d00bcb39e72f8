import coast from './coast.json' with { type: 'json' };
import { unpackCoast, type CoastFile } from '../../../core/coastline/codec.ts';
import { coastOutline } from './coast-outline.ts';

/*
 * Prints the outline for `app/index.html`, which is shown until the chart is drawn: its view box, then its path. Run it by
 * hand when `coast.json` changes:
 *
 *   node --import tsx app/map/coast/generate-outline.ts
 */
const { path, viewBox } = coastOutline(unpackCoast(coast as unknown as CoastFile));
console.log(viewBox);
console.log(path);
