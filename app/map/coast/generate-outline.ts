import coast from './coast.json' with { type: 'json' };
import { unpackCoast, type CoastFile } from '../../../core/coastline/codec.ts';
import { coastOutline } from './coast-outline.ts';

/*
 * Prints the view box and the path of the outline in `app/index.html`, which is shown until the chart is drawn. Run it
 * by hand when `coast.json` changes:
 *
 *   node --import tsx app/map/coast/generate-outline.ts
 */
const { path, viewBox } = coastOutline(unpackCoast(coast as unknown as CoastFile));
console.log(viewBox);
console.log(path);
