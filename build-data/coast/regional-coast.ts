import { type CoastDescription, type CoastFile, unpackCoast } from '../../core/coastline/codec.ts';
import { errorOfCoast, type Landmark } from './coast-error.ts';
import type { Estuaries, GridRings } from './coast-sources.ts';
import { type CoastRegion, cutCoast } from './cut-coast.ts';

export type DescribedCoast = CoastDescription & CoastFile;

/** In degrees: about half a pixel at zoom 7, below which the outline is drawn. */
const outlineTolerance = 0.006;

/** The outline of a region, for the first paint and for small scales. */
export function outlineOf(
  { grid, rings }: GridRings,
  region: CoastRegion,
  landmarks: readonly Landmark[] | undefined,
): DescribedCoast {
  return described(cutCoast(rings, grid, region, outlineTolerance), region, landmarks, {
    source: 'Natural Earth at 1:10 million, from the npm package world-atlas',
    licence: 'public domain',
    attribution: 'Natural Earth',
  });
}

/** The detailed coast of a region. */
export function detailOf(
  { grid, rings }: GridRings,
  region: CoastRegion,
  landmarks: readonly Landmark[] | undefined,
  { source, licence }: Pick<Estuaries, 'source' | 'licence'>,
): DescribedCoast {
  const join = (...texts: readonly (string | undefined)[]): string =>
    texts.filter((text) => text !== undefined).join('; ');
  return described(cutCoast(rings, grid, region, 0), region, landmarks, {
    source: join('OpenStreetMap, from the npm package @geo-maps/earth-coastlines-10m', source),
    licence: join('ODbL 1.0', licence),
    attribution: '© OpenStreetMap contributors',
  });
}

function described(
  coast: CoastFile,
  { cover }: CoastRegion,
  landmarks: readonly Landmark[] | undefined,
  credit: Pick<CoastDescription, 'source' | 'licence' | 'attribution'>,
): DescribedCoast {
  return {
    ...credit,
    ...(landmarks && { errorInMetres: errorOfCoast(unpackCoast(coast), landmarks) }),
    box: cover,
    ...coast,
  };
}
