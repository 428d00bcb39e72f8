import { unpackCoast } from './coast-codec.ts';
import { coastOutline, cutCoast, type LandTopology } from './reduce-coast.ts';

/*
 * Generates the bundled coast from the land of Natural Earth at 1:10 million, which is in the public domain
 * (naturalearthdata.com, from the package world-atlas). Run it by hand when that or the code here changes:
 *
 *   node --import tsx app/map/coast/generate-coast.ts > app/map/coast/coast.json
 *   npx prettier --write app/map/coast/coast.json
 *
 * The outline in `app/index.html`, which is shown until the chart is drawn, goes to standard error: its view box and path.
 */
const source: string = 'world-atlas/land-10m.json';
const { default: topology } = (await import(/* @vite-ignore */ source, { with: { type: 'json' } })) as {
  readonly default: LandTopology;
};
const coast = cutCoast(topology);
console.log(JSON.stringify(coast));
const { path, viewBox } = coastOutline(unpackCoast(coast));
console.error(`${viewBox}\n${path}`);
