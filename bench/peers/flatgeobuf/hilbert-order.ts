import type { DegreeBox } from '../degree-boxes.ts';
import type { Positions } from '../peer.ts';

/** A side of the square that the curve fills, as the reference implementation has it: 2^16 - 1. */
const greatestCoordinate = 0xffff;

/** The smallest box that holds all records. */
export function extentOf({ longitudes, latitudes }: Positions): DegreeBox {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [record, longitude] of longitudes.entries()) {
    const latitude = latitudes[record] ?? 0;
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

/** Record numbers along a Hilbert curve over the extent; records at one point keep their order. */
export function hilbertOrder(positions: Positions, extent: DegreeBox): Uint32Array {
  const { longitudes, latitudes } = positions;
  const width = extent.east - extent.west || 1;
  const height = extent.north - extent.south || 1;
  const places = Float64Array.from(longitudes, (longitude, record) =>
    placeOnCurve(
      Math.floor((greatestCoordinate * (longitude - extent.west)) / width),
      Math.floor((greatestCoordinate * ((latitudes[record] ?? 0) - extent.south)) / height),
    ),
  );
  return Uint32Array.from(longitudes.keys()).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
}

/** How far along the curve a cell is, by turning and mirroring one quadrant after the other. */
function placeOnCurve(cellX: number, cellY: number): number {
  let x = cellX;
  let y = cellY;
  let place = 0;
  for (let side = (greatestCoordinate + 1) / 2; side >= 1; side /= 2) {
    const right = (x & side) > 0;
    const upper = (y & side) > 0;
    place += side * side * ((right ? 3 : 0) ^ (upper ? 1 : 0));
    if (upper) continue;
    if (right) {
      x = greatestCoordinate - x;
      y = greatestCoordinate - y;
    }
    [x, y] = [y, x];
  }
  return place;
}
