import { describe, expect, it } from 'vitest';

import { rawDataRecord } from '../../../build-data/write/testing/stored-dataset.ts';
import { columnChunkOfRecords } from '../../../build-data/write/testing/column-records.ts';
import type { SeededRandom } from '../../../build-data/sample/seeded-random.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import { printedRandom, sizeOf } from '../../../tests/support/test-size.ts';
import type { PlaceName } from '../../engine/engine.ts';
import { MapMarks } from '../../engine/query/map-marks.ts';
import { dataIndexOfScene } from '../../engine/testing/data-index-of-scene.ts';
import { noFilters } from '../../view/view-state.ts';
import { boxOf, type Camera, cameraAt, pointIn, type ScreenPoint } from '../camera.ts';
import { type CircleInput, circleSceneOf } from './circles.ts';
import { type Box, boxAround, crossReach, handleReach, isWithin, labelHeight, overlap } from './label-placement.ts';
import { rankPlaces, type Selected } from './place-names.ts';
import { ringRadiusInPixels, type Scene, sceneOf } from './scene.ts';
import { measureInTests } from './testing/measure-in-tests.ts';

const types = ['Town', 'Suburb', 'Beach', 'Island', 'Bay', 'Reef', 'Cape', 'BEN Sign', 'Shark Monitoring Receiver'];

interface Coast {
  readonly sites: readonly Position[];
  readonly places: readonly PlaceName[];
  readonly marks: MapMarks;
}

/** A coast of 2,000 km with crowded bays: places, of which many have records, and further sites at sea. */
function coastOf(random: SeededRandom): Coast {
  const bays = Array.from({ length: 25 }, () => random.integer(-3_500, -1_500) / 100);
  const nearCoast = (): Position => {
    const latitude = random.chance(0.7) ? random.pick(bays) + random.normal(0, 0.05) : -35 + 20 * random.unit();
    return { longitude: 115.7 + Math.sin(latitude) + random.normal(0, random.chance(0.9) ? 0.005 : 0.1), latitude };
  };
  const places = Array.from({ length: 600 }, (_, id): PlaceName => {
    const inshore = nearCoast();
    const featureType = random.pick(types);
    const offshore = { ...inshore, longitude: inshore.longitude - 0.005 };
    return { id, name: `${featureType} ${id}`, featureType, town: 'Perth', inshore, offshore };
  });
  const sites = [
    ...places.filter(() => random.chance(0.6)).map(({ inshore, offshore }) => random.pick([inshore, offshore])),
    ...Array.from({ length: 200 }, nearCoast),
  ];
  let identifier = 0;
  const records = sites.flatMap(({ longitude, latitude }) =>
    Array.from({ length: Math.ceil(300 * random.unit() ** 12) }, () =>
      rawDataRecord(++identifier, identifier * 86_400, longitude, latitude, {
        InteractionValue: random.pick(['sighted', 'Detected', 'tagged & released']),
        ObjectId: '1160',
      }),
    ),
  );
  const data = dataIndexOfScene({ records, features: [] }, columnChunkOfRecords);
  return { sites, places, marks: new MapMarks(data.records, data.matching(noFilters).records) };
}

interface View {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly selected: Selected | null;
  /** What is drawn over the map, except the counts and names. */
  readonly overlays: readonly Box[];
  readonly controls: readonly Box[];
}

const screens = [
  { x: 390, y: 365 },
  { x: 414, y: 280 },
  { x: 820, y: 700 },
  { x: 1030, y: 630 },
  { x: 1500, y: 850 },
];

/** A view of the coast as it can be at rest: with or without a circle and a selection. */
function viewOf({ sites, places, marks }: Coast, ranked: ReturnType<typeof rankPlaces>, random: SeededRandom): View {
  const size = random.pick(screens);
  const zoom = 3.5 + 14.5 * random.unit();
  const degrees = 300 / 2 ** zoom;
  const site = random.pick(sites);
  const place = random.pick(places);
  const shown = random.pick([site, place.inshore]);
  const centre = {
    longitude: shown.longitude + random.normal(0, degrees / 3),
    latitude: shown.latitude + random.normal(0, degrees / 3),
  };
  const camera = cameraAt({ centre, zoom }, size);
  const controls = [
    { left: size.x - 60, top: 20, right: size.x - 16, bottom: 200 },
    { left: 20, top: size.y - 60, right: 200, bottom: size.y - 16 },
  ];
  const selected = random.pick<Selected | null>([
    null,
    { kind: 'place', place },
    { kind: 'point', position: site, mark: 'sighting' },
    { kind: 'point', position: centre, mark: null },
  ]);
  const middle = selected?.kind === 'place' ? place.inshore : selected ? selected.position : site;
  const pixels = random.integer(10, 200);
  const circle: CircleInput = {
    kind: selected ? 'place' : 'search',
    search: { mode: 'radius', centre: middle, radiusInMetres: (pixels * 40_000_000) / camera.worldSize },
    ...{ found: null, units: 'metric', bearingInDegrees: 90, labelSide: 'below', dragged: null },
  };
  const circles = random.chance(0.7) ? [circle] : [];
  const scene = sceneOf(
    {
      ...{ camera, marks: marks.within(boxOf(camera), zoom), places: ranked, selected, circles },
      ...{ journey: [], covered: controls, namesWrecks: false },
    },
    measureInTests,
    { arrangeCircle: circleSceneOf },
  );
  const points = scene.selection?.kind === 'place' ? [scene.selection.inshore, scene.selection.offshore] : [];
  const overlays = [
    ...[...points, scene.selection?.kind === 'point' ? scene.selection.point : null].flatMap((point) =>
      point ? [boxAround(point, ringRadiusInPixels, ringRadiusInPixels)] : [],
    ),
    ...scene.circles.flatMap(({ centre: cross, handle, labels }) => [
      ...(cross ? [boxAround(pointIn(camera, cross), crossReach, crossReach)] : []),
      ...(handle ? [boxAround(pointIn(camera, handle.position), handleReach, handleReach)] : []),
      ...labels.map(({ position, widthInPixels }) =>
        boxAround(pointIn(camera, position), widthInPixels / 2, labelHeight / 2),
      ),
    ]),
  ];
  return { scene, camera, selected, overlays, controls };
}

const reachOf = ({ lettering }: Scene['labels'][number]): number =>
  lettering === 'figures' || lettering === 'clusterCount' ? 5.4 : 7.4;

const boxOfLabel = (label: Scene['labels'][number]): Box => ({
  left: label.x,
  right: label.x + label.text.length * 8,
  top: label.y - 0.5 - reachOf(label),
  bottom: label.y - 0.5 + reachOf(label),
});

/** From the edge of a mark or dot to a box. */
const gapTo = (box: Box, { x, y }: ScreenPoint, radius: number): number =>
  Math.max(Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)) - radius, 0);

/** What is wrong in a view, in words. */
function faultsOf(
  { scene, camera, selected, overlays, controls }: View,
  placeOf: ReadonlyMap<string, PlaceName>,
): string[] {
  const faults: string[] = [];
  const texts = scene.labels.map((label) => ({ label, box: boxOfLabel(label) }));
  const inView = boxAround({ x: camera.width / 2, y: camera.height / 2 }, camera.width / 2, camera.height / 2);
  for (const [index, { label, box }] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      if (overlap(box, other.box)) faults.push(`${label.text} covers ${other.label.text}`);
    }
  }
  for (const mark of scene.marks) {
    if (mark.mapMark.locations === 1) continue;
    if (!isWithin(boxAround(mark, 0, 0), inView)) continue;
    if (controls.some((control) => overlap(control, boxAround(mark, mark.radius, mark.radius)))) continue;
    const target = scene.targets.find(({ item }) => item.kind === 'mark' && item.mark === mark.mapMark);
    const text = texts.find(({ label }) => label.x === target?.box?.left && /^[\d.,k]+$/.test(label.text));
    if (!text) {
      faults.push(`a ring of ${mark.mapMark.observations} has no number`);
      continue;
    }
    for (const overlay of overlays) if (overlap(text.box, overlay)) faults.push(`${text.label.text} is covered`);
    const own = gapTo(text.box, mark, mark.radius);
    for (const other of scene.marks) {
      if (other === mark) continue;
      const gap = gapTo(text.box, other, other.radius);
      if (gap === 0) faults.push(`${text.label.text} is on a mark`);
      else if (gap < own - 0.6) faults.push(`${text.label.text} is ${own} from its own ring and ${gap} from a mark`);
    }
  }
  for (const { label, box } of texts) {
    const isOnMark = scene.marks.some((mark) => gapTo(box, mark, mark.radius) === 0);
    if (/[a-z]{2}/.test(label.text) && isOnMark) faults.push(`${label.text} is on a mark`);
  }
  const points = texts.flatMap(({ label: { text }, box }) => {
    const place = placeOf.get(text);
    return place ? [{ ...pointIn(camera, place.inshore), text, box }] : [];
  });
  for (const { label, box } of texts) {
    const isOfSelected = label.lettering === 'selected' && selected?.kind === 'place';
    const place = isOfSelected ? selected.place : placeOf.get(label.text);
    if (!place) continue;
    const dot = pointIn(camera, place.inshore);
    // A mark that covers the dot is its own. The name of the selection may be nearer to a mark that has no name.
    const isAt = (mark: ScreenPoint & { readonly radius: number }, point: ScreenPoint): boolean =>
      gapTo(boxAround(point, 4.5, 4.5), mark, mark.radius + 2) === 0;
    const hasOtherName = (mark: (typeof scene.marks)[number]): boolean =>
      points.some((point) => {
        const gapOf = (each: typeof mark): number => gapTo(point.box, each, each.radius);
        return point.text !== label.text && isAt(mark, point) && gapOf(mark) <= Math.min(...scene.marks.map(gapOf));
      });
    const gaps = scene.marks.map((mark) => ({
      gap: gapTo(box, mark, mark.radius),
      isOwn: isAt(mark, dot) || (isOfSelected && !hasOtherName(mark)),
    }));
    const own = Math.min(
      gapTo(box, dot, isOfSelected ? ringRadiusInPixels : 2.5),
      ...gaps.filter(({ isOwn }) => isOwn).map(({ gap }) => gap),
    );
    const others = [
      ...gaps.filter(({ isOwn }) => !isOwn).map(({ gap }) => gap),
      ...scene.dots.filter(({ x, y }) => x !== dot.x || y !== dot.y).map((other) => gapTo(box, other, 2.5)),
    ];
    const nearest = Math.min(...others);
    if (nearest < own - 0.6)
      faults.push(`${label.text} (${label.lettering}) is ${own} from its own mark and ${nearest} from another`);
  }
  return faults;
}

describe('in any view of a coast', () => {
  it(
    'every ring has its number, no text covers another, and every name is nearest to its own mark',
    { timeout: 600_000 },
    () => {
      const random = printedRandom('views of a coast');
      const views = sizeOf(30_000);
      let [rings, names] = [0, 0];
      const faults: string[] = [];
      for (let count = 0; count < views;) {
        const coast = coastOf(random);
        const placeOf = new Map(coast.places.map((place) => [place.name, place]));
        const ranked = rankPlaces(coast.places);
        for (let each = 0; each < 1_000 && count < views; each++, count++) {
          const view = viewOf(coast, ranked, random);
          rings += view.scene.marks.filter(({ mapMark }) => mapMark.locations > 1).length;
          names += view.scene.labels.filter(({ text }) => placeOf.has(text)).length;
          faults.push(...faultsOf(view, placeOf).map((fault) => `view ${count}: ${fault}`));
        }
      }
      expect(faults).toEqual([]);
      // So that the property is not about empty views.
      expect(rings).toBeGreaterThan(views);
      expect(names).toBeGreaterThan(views);
    },
  );
});
