import { expect, it } from 'vitest';

import { cameraAt } from '../camera.ts';
import { rankPlaces, type Selected } from './place-names.ts';
import { type Scene, sceneOf } from './scene.ts';
import { knownCoast, measureInTests } from './testing/known-coast.ts';

const content = knownCoast();
const selections: Readonly<Record<string, Selected | null>> = {
  'nothing selected': null,
  'a place selected': content.places[0] ? { kind: 'place', place: content.places[0] } : null,
  'a record selected': content.marks[1]
    ? { kind: 'point', position: content.marks[1].position, mark: content.marks[1].mark }
    : null,
};

const at = ({ x, y }: { readonly x: number; readonly y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** One line for each part of a scene. */
function linesOf({ marks, labels, dots, selection, targets }: Scene): string[] {
  return [
    ...marks.map((mark) => `mark ${at(mark)} ${mark.radius.toFixed(1)} ${mark.mapMark.records} ${mark.countInside}`),
    ...labels.map((label) => `label ${at(label)} ${label.lettering} ${label.text}`),
    ...dots.map((dot) => `dot ${at(dot)}`),
    `selection ${selection?.kind ?? 'none'}`,
    ...targets.map(
      ({ item, ...target }) => `target ${at(target)} ${item.kind === 'place' ? item.place.name : item.mark.records}`,
    ),
  ];
}

const cases: readonly (readonly [zoom: number, selection: string])[] = [
  ...[5, 8, 11, 14, 16].map((zoom) => [zoom, 'nothing selected'] as const),
  [11, 'a place selected'],
  [11, 'a record selected'],
];

it.each(cases)('the scene of a known coast at zoom %d with %s matches the golden file', async (zoom, selection) => {
  const camera = cameraAt({ centre: { longitude: 115.75, latitude: -31.99 }, zoom }, { x: 600, y: 450 });
  const scene = sceneOf(
    {
      camera: { ...camera, margin: { x: 100, y: 75 } },
      marks: content.marks,
      places: rankPlaces(content.places),
      selected: selections[selection] ?? null,
      circles: [],
      covered: [{ left: 420, top: 100, right: 464, bottom: 188 }],
    },
    measureInTests,
  );
  await expect(linesOf(scene).join('\n')).toMatchFileSnapshot(
    `testing/golden/zoom-${zoom}-${selection.replaceAll(' ', '-')}.txt`,
  );
});
