import { cutCoast, type LandTopology } from './cut-coast.ts';

/*
 * Prints the bundled coast, from the land of Natural Earth at 1:10 million, which is in the public domain
 * (naturalearthdata.com, by way of the package world-atlas). Run by hand when either changes:
 *
 *   node --import tsx app/map/coast/generate-coast.ts > app/map/coast/coast.json
 *   npx prettier --write app/map/coast/coast.json
 */
const source: string = 'world-atlas/land-10m.json';
const { default: topology } = (await import(/* @vite-ignore */ source, { with: { type: 'json' } })) as {
  readonly default: LandTopology;
};
console.log(JSON.stringify(cutCoast(topology)));
