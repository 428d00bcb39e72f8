import { marks, type Mark } from '../vocabulary/kinds.ts';
import { mercatorFraction } from './map-box.ts';
import type { MapMark } from './questions.ts';

/** Marks of spots are at most so wide: closer together, one lies upon the other. */
export const markWidthInPixels = 20;
const tileInPixels = 256;

interface Placed {
  readonly mark: MapMark;
  readonly x: number;
  readonly y: number;
}

/**
 * Spots as they can be told apart at a zoom: those that would lie upon one another are one group, which falls apart
 * where its spots can stand side by side. They may be seen at a larger zoom than they are told apart for.
 */
export function mergeClose(spots: readonly MapMark[], zoom: number, seenAtZoom = zoom): MapMark[] {
  const worldInPixels = tileInPixels * 2 ** zoom;
  /** The first of each group, by the cell of a grid as wide as a mark. */
  const cells = new Map<string, Placed[][]>();
  const groups: Placed[][] = [];
  for (const mark of spots) {
    const at = mercatorFraction(mark.position);
    const placed = { mark, x: at.x * worldInPixels, y: at.y * worldInPixels };
    const [column, row] = [Math.floor(placed.x / markWidthInPixels), Math.floor(placed.y / markWidthInPixels)];
    const near = [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].flatMap((down) => cells.get(`${column + right} ${row + down}`) ?? []),
    );
    const group = near.find(([first]) => first !== undefined && distanceOf(first, placed) < markWidthInPixels);
    if (group) {
      group.push(placed);
      continue;
    }
    const own = [placed];
    groups.push(own);
    cells.set(`${column} ${row}`, [...(cells.get(`${column} ${row}`) ?? []), own]);
  }
  return groups.flatMap((group) =>
    group.length > 1 ? groupOf(group, zoom, seenAtZoom) : group.map(({ mark }) => mark),
  );
}

const distanceOf = (a: Placed, b: Placed): number => Math.hypot(a.x - b.x, a.y - b.y);

function groupOf(group: readonly Placed[], zoom: number, seenAtZoom: number): MapMark[] {
  const [first] = group;
  if (!first) return [];
  const sum = (valueOf: (mark: MapMark) => number): number =>
    group.reduce((total, { mark }) => total + valueOf(mark), 0);
  const records = sum((mark) => mark.records);
  const byMark = {
    sighting: sum((mark) => mark.byMark.sighting),
    detection: sum((mark) => mark.byMark.detection),
    handled: sum((mark) => mark.byMark.handled),
    other: sum((mark) => mark.byMark.other),
  };
  const widest = Math.max(...group.map((placed) => distanceOf(first, placed)));
  return [
    {
      position: {
        longitude: sum((mark) => mark.position.longitude * mark.records) / records,
        latitude: sum((mark) => mark.position.latitude * mark.records) / records,
      },
      spots: group.length,
      records,
      mark: mostOf(byMark),
      byMark,
      onlyRecord: null,
      splitsAtZoom: Math.max(seenAtZoom + 1, Math.ceil(zoom + Math.log2(markWidthInPixels / widest))),
    },
  ];
}

/** Of equally many, the first of the vocabulary. */
export function mostOf(byMark: Readonly<Record<Mark, number>>): Mark {
  return marks.reduce((most, mark) => (byMark[mark] > byMark[most] ? mark : most));
}
