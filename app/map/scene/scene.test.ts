import { describe, expect, it } from 'vitest';

import type { MapMark, PlaceName } from '../../engine/engine.ts';
import { type Camera, positionAt, type ScreenPoint } from '../camera.ts';
import { type Box, boxAround, isWithin, overlap } from './label-placement.ts';
import { type Scene, sceneOf } from './scene.ts';
import { anchorOf } from './scene-marks.ts';
import { rankPlaces, type SceneLabel, type Selected } from './place-names.ts';
import { type CircleInput, circleSceneOf } from './circles.ts';
import { measureInTests } from './testing/measure-in-tests.ts';

/** A view of 400 by 300 px with 100 and 75 px drawn beyond it on each side. */
const camera: Camera = {
  ...{ zoom: 12, worldSize: 1_048_576, left: 861_000, top: 622_000, width: 600, height: 450 },
  margin: { x: 100, y: 75 },
};

interface Content {
  readonly places?: readonly PlaceName[];
  readonly marks?: readonly MapMark[];
  readonly covered?: readonly Box[];
  readonly selected?: Selected | null;
  readonly circles?: readonly CircleInput[];
  readonly namesWrecks?: boolean;
}

function sceneWith({
  places = [],
  marks = [],
  covered = [],
  selected = null,
  circles = [],
  namesWrecks = false,
}: Content): Scene {
  return sceneOf(
    { camera, marks, places: rankPlaces(places), selected, circles, journey: [], covered, namesWrecks },
    measureInTests,
    { arrangeCircle: circleSceneOf },
  );
}

function placeAt(name: string, point: ScreenPoint, id: number, featureType = 'Locality'): PlaceName {
  const inshore = positionAt(camera, point);
  return { id, name, featureType, town: 'Perth', inshore, offshore: inshore };
}

function markAt(point: ScreenPoint, observations = 1, locations = 1): MapMark {
  const position = positionAt(camera, point);
  const { longitude: west, latitude: south } = position;
  const byMark = { sighting: observations, detection: 0, handled: 0, other: 0 };
  const box = { west, south, east: west, north: south };
  return { position, locations, observations, mark: 'sighting', byMark, onlyRecord: null, box, busiestBox: box };
}

const boxOf = ({ text, x, y }: SceneLabel): Box => ({ left: x, top: y - 8, right: x + text.length * 8, bottom: y + 8 });
/** Figures have no descenders. */
const boxOfCount = (label: SceneLabel): Box => ({ ...boxOf(label), top: label.y - 6, bottom: label.y + 5 });
const labelOf = ({ labels }: Scene, text: string): SceneLabel | undefined =>
  labels.find((label) => label.text === text);

const fremantle = placeAt('Fremantle', { x: 300, y: 220 }, 1);

describe('a name', () => {
  it('is drawn where the map controls leave space for it', () => {
    expect(labelOf(sceneWith({ places: [fremantle] }), 'Fremantle')?.x).toBeGreaterThan(300);
    const button: Box = { left: 340, top: 200, right: 384, bottom: 244 };
    const label = labelOf(sceneWith({ places: [fremantle], covered: [button] }), 'Fremantle');
    expect(label && overlap(boxOf(label), button)).toBe(false);
  });

  it('of a beach is next to the mark that covers its point, clear of the count of that mark', () => {
    const beach = placeAt('Cottesloe Beach', { x: 300, y: 220 }, 3, 'Beach');
    const scene = sceneWith({ places: [beach], marks: [markAt({ x: 300, y: 220 }, 853)] });
    const label = labelOf(scene, 'Cottesloe Beach');
    const [mark] = scene.marks;
    expect(label && mark && overlap(boxOf(label), anchorOf(mark))).toBe(false);
    const count = labelOf(scene, '853');
    expect(label && count && overlap(boxOf(label), boxOf(count))).toBe(false);
  });

  it('is drawn for an island that is not a place but the town of several places', () => {
    const within = [0, 1, 2, 3, 4].map((id) => ({
      ...placeAt(`Wreck ${id}`, { x: 300 + id, y: 220 }, id, 'Wreck'),
      town: 'Rottnest Island',
    }));
    const scene = sceneWith({ places: within });
    expect(labelOf(scene, 'Rottnest Island')).toBeDefined();
    expect(scene.targets).toEqual([]);
    expect(labelOf(sceneWith({ places: within.slice(1) }), 'Rottnest Island')).toBeUndefined();
  });
});

it('wrecks are named only if they are asked for', () => {
  const wreck = { ...placeAt('Zuytdorp', { x: 300, y: 220 }, 4, 'Wreck') };
  const close = { ...camera, zoom: 15 };
  const namesAt = (namesWrecks: boolean): string[] =>
    sceneOf(
      {
        camera: close,
        marks: [],
        places: rankPlaces([wreck]),
        selected: null,
        circles: [],
        journey: [],
        covered: [],
        namesWrecks,
      },
      measureInTests,
    ).labels.map(({ text }) => text);
  expect(namesAt(false)).toEqual([]);
  expect(namesAt(true)).toEqual(['Zuytdorp']);
});

describe('the name of the selection', () => {
  const selected = { kind: 'place', place: fremantle } as const;

  it('avoids marks and buttons', () => {
    const right: Box = { left: 320, top: 212, right: 380, bottom: 228 };
    const scene = sceneWith({ selected, covered: [right], marks: [markAt({ x: 250, y: 220 })] });
    const label = labelOf(scene, 'Fremantle');
    for (const box of [right, ...scene.marks.map(anchorOf)]) expect(label && overlap(box, boxOf(label))).toBe(false);
  });

  it('is drawn in full and clear of marks and of the handle of its circle, or else cut', () => {
    const name = 'Cottesloe Shark Monitoring Receiver';
    const place = { ...fremantle, name };
    const marks = [
      markAt({ x: 380, y: 220 }, 67, 2),
      markAt({ x: 390, y: 240 }),
      markAt({ x: 270, y: 190 }, 2),
      markAt({ x: 366, y: 258 }, 5),
    ];
    const handle: Box = { left: 178, top: 211, right: 196, bottom: 229 };
    const scene = sceneWith({ selected: { kind: 'place', place }, covered: [handle], marks });
    const label = labelOf(scene, name);
    for (const box of [handle, ...scene.marks.map(anchorOf)]) {
      expect(label && overlap(box, boxOf(label))).toBe(false);
    }
    // No space for 280 px.
    const sides: Box[] = [
      { left: 0, top: 0, right: 180, bottom: 450 },
      { left: 420, top: 0, right: 600, bottom: 450 },
    ];
    const cut = sceneWith({ selected: { kind: 'place', place }, covered: sides }).labels.find(({ text }) =>
      /^Cottesloe.*…$/.test(text),
    );
    for (const box of sides) expect(cut && overlap(box, boxOf(cut))).toBe(false);
  });
});

describe('the count of a cluster', () => {
  const cluster = markAt({ x: 300, y: 220 }, 867, 12);

  it('is inside its ring', () => {
    const { marks, labels } = sceneWith({ marks: [cluster] });
    const [mark] = marks;
    const [label] = labels;
    expect(labels).toHaveLength(1);
    expect(mark && label && isWithin(boxOfCount(label), boxAround(mark, mark.radius, mark.radius))).toBe(true);
  });

  it('is not struck through by the line between the points of the selected place', () => {
    const place = { ...fremantle, offshore: positionAt(camera, { x: 460, y: 220 }) };
    const scene = sceneWith({ marks: [markAt({ x: 370, y: 222 }, 23)], selected: { kind: 'place', place } });
    expect(labelOf(scene, '23')).toBeUndefined();
    expect(labelOf(sceneWith({ marks: [markAt({ x: 370, y: 222 }, 23)] }), '23')).toBeDefined();
  });

  it('is next to its ring if a point of the selected place covers the middle', () => {
    const scene = sceneWith({ marks: [cluster], selected: { kind: 'place', place: fremantle } });
    const label = labelOf(scene, '867');
    expect(label && overlap(boxOfCount(label), boxAround(scene.marks[0] ?? { x: 0, y: 0 }, 9, 9))).toBe(false);
  });
});
