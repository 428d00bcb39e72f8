import type { MapMark, PlaceName } from '../../../engine/engine.ts';
import { marks as kindsOfMark } from '../../../vocabulary/kinds.ts';
import { TextMeasure } from '../label-placement.ts';

/** Measures texts without a canvas: all letters are 8 pixels wide. */
export const measureInTests = new TextMeasure(
  {
    font: '',
    fontKerning: 'auto',
    textBaseline: 'middle',
    measureText: (text: string) => ({ width: text.length * 8 }) as TextMetrics,
  },
  'sans-serif',
);

const types = ['Town', 'Suburb', 'Beach', 'Island', 'Wreck', 'BEN Sign', 'Shark Monitoring Receiver', 'Reef', 'Cape'];

/** Places and marks along a coast near Perth from south to north, the same in every run. */
export function knownCoast(): { readonly places: PlaceName[]; readonly marks: MapMark[] } {
  const next = repeatableNumbers();
  const near = (): { longitude: number; latitude: number } => ({
    longitude: 115.75 + (next() - 0.5) ** 3 * 4,
    latitude: -31.99 + (next() - 0.5) ** 3 * 16,
  });
  const places = Array.from({ length: 160 }, (_, id): PlaceName => {
    const inshore = near();
    const featureType = types[Math.floor(next() * types.length)] ?? 'Beach';
    const offshore = { ...inshore, longitude: inshore.longitude - 0.005 };
    return { id, name: `${featureType} ${id}`, featureType, town: 'Perth', inshore, offshore };
  });
  const marks = Array.from({ length: 60 }, (_, index): MapMark => {
    const locations = index % 5 === 0 ? 2 + Math.floor(next() * 20) : 1;
    const observations = Math.max(locations, Math.floor(next() ** 6 * 9000));
    const mark = kindsOfMark[Math.floor(next() * kindsOfMark.length)] ?? 'sighting';
    const byMark = { sighting: 0, detection: 0, handled: 0, other: 0, [mark]: observations };
    const position = near();
    const { longitude: east, latitude: north } = position;
    const box = { west: east, south: north, east, north };
    return {
      position,
      locations,
      observations,
      mark,
      byMark,
      box,
      busiestBox: box,
      onlyRecord: locations + observations === 2 ? index : null,
    };
  });
  return { places, marks };
}

/** Numbers from 0 to 1 (a linear congruential generator). */
function repeatableNumbers(): () => number {
  let state = 20_260;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}
