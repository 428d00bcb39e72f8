import { esperance } from './esperance.ts';
import { gascoyne } from './gascoyne.ts';
import { greatSouthern } from './great-southern.ts';
import { kimberley } from './kimberley.ts';
import { midWest } from './mid-west.ts';
import { peel } from './peel.ts';
import { perthNorth } from './perth-north.ts';
import { perthSouth } from './perth-south.ts';
import { pilbara } from './pilbara.ts';
import { placesOf } from './place.ts';
import type { Place } from './place.ts';
import { rottnest } from './rottnest.ts';
import { southWest } from './south-west.ts';
import { towns } from './towns.ts';

/** Every place of the sample, roughly from north to south, then east; the towns last. */
export const allPlaces: readonly Place[] = [
  kimberley,
  pilbara,
  gascoyne,
  midWest,
  perthNorth,
  perthSouth,
  rottnest,
  peel,
  southWest,
  greatSouthern,
  esperance,
  towns,
].flatMap(placesOf);
