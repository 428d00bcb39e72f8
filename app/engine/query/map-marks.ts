import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import { clusterRadiusInPixels } from '../../vocabulary/cluster-size.ts';
import { type Mark, marks } from '../../../core/datasets/kinds.ts';
import { byEachMark } from '../../vocabulary/kinds.ts';
import type { MapBox, MapMark } from '../engine.ts';
import { positionOfLocation, type RecordStore } from '../load/record-store.ts';
import { boxAround, boxTest } from '../map-box.ts';
import type { MatchingRecords } from './record-filter.ts';

/** More marks than this cannot be drawn in time, so the clusters of a lower zoom are used instead. */
const maxMarks = 2000;
/** Clusters are computed at zooms this far apart, so that the space between marks hardly depends on the zoom. */
const zoomStep = 0.25;
/**
 * The smallest distance between marks, in pixels, by zoom, with linear interpolation. Marks are close together when the
 * whole coast is in view, to show its shape, and on a beach, to show each receiver. At zooms between these they are
 * further apart, to leave space for names.
 */
const distances = [
  { zoom: 5.5, inPixels: 17 },
  { zoom: 8.5, inPixels: 34 },
  { zoom: 12, inPixels: 34 },
  { zoom: 13, inPixels: 20 },
] as const;
/** The share of a cluster's observations that its busiest locations have together. */
const shareOfBusiest = 0.7;
/** The radius of the mark of a single location. */
const markRadiusInPixels = 9;

interface Cluster {
  /** The location at which it is drawn: the one that started it, before others joined or were merged into it. */
  readonly centre: number;
  /** Web Mercator coordinates, 0 to 1. */
  readonly x: number;
  readonly y: number;
  readonly members: number[];
  observations: number;
}

/**
 * The marks of the records that match the filters. Locations that are close together on the screen are clustered around
 * the one with the most observations, so that a cluster is always drawn at a point with records, and no two marks
 * overlap.
 */
export class MapMarks {
  readonly #store: RecordStore;
  readonly #matching: MatchingRecords;
  /** The locations with matching records, in descending order of their observations. */
  readonly #locations: readonly number[];
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  readonly #clusters = new Map<number, readonly Cluster[]>();

  constructor(store: RecordStore, matching: MatchingRecords) {
    this.#store = store;
    this.#matching = matching;
    const { observedAtLocation } = matching;
    this.#locations = this.#inDescendingOrder(
      Array.from(observedAtLocation.keys()).filter((location) => observedAtLocation[location] !== 0),
    );
    this.#xs = store.locations.longitudes.map(mercatorX);
    this.#ys = store.locations.latitudes.map(mercatorY);
  }

  /** The marks in an area at a zoom. */
  within(area: MapBox, zoom: number): readonly MapMark[] {
    const isInside = boxTest(area);
    const { longitudes, latitudes } = this.#store.locations;
    for (let step = Math.floor(zoom / zoomStep); ; step--) {
      const found = this.#clustersAt(step).filter(({ centre }) => isInside(longitudes[centre], latitudes[centre]));
      if (found.length <= maxMarks || step <= 0) return found.map((cluster) => this.#markOf(cluster));
    }
  }

  #clustersAt(step: number): readonly Cluster[] {
    let clusters = this.#clusters.get(step);
    if (!clusters) {
      clusters = this.#clustersFor(step * zoomStep);
      this.#clusters.set(step, clusters);
    }
    return clusters;
  }

  /**
   * In descending order of observations, each location joins the nearest cluster within the distance or starts a new one.
   * Clusters with many observations are drawn larger, so those that would then overlap are merged until none do.
   */
  #clustersFor(zoom: number): readonly Cluster[] {
    const { observedAtLocation } = this.#matching;
    const worldInPixels = 256 * 2 ** zoom;
    const distance = distanceAt(zoom) / worldInPixels;
    const grid = new ClusterGrid(distance);
    let clusters: Cluster[] = [];
    for (const location of this.#locations) {
      const [x, y, observations] = [this.#xs[location], this.#ys[location], observedAtLocation[location]];
      const near = grid.nearest(x, y, () => distance);
      if (near) {
        near.members.push(location);
        near.observations += observations;
        continue;
      }
      const cluster = { centre: location, x, y, members: [location], observations };
      clusters.push(cluster);
      grid.add(cluster);
    }
    const radius = ({ members, observations }: Cluster): number =>
      (members.length > 1 ? clusterRadiusInPixels(observations) : markRadiusInPixels) / worldInPixels;
    for (;;) {
      const largest = clusters.reduce((most, cluster) => Math.max(most, radius(cluster)), 0);
      const merged = mergeOverlapping(clusters, radius, largest);
      if (merged.length === clusters.length) break;
      clusters = merged;
    }
    // Merging appends members, so they are no longer in order.
    for (const { members } of clusters) this.#inDescendingOrder(members);
    return clusters;
  }

  /** Sorts locations by their number of observations. */
  #inDescendingOrder(locations: number[]): number[] {
    const { observedAtLocation } = this.#matching;
    return locations.sort((a, b) => observedAtLocation[b] - observedAtLocation[a] || a - b);
  }

  #markOf({ centre, members, observations }: Cluster): MapMark {
    const { atLocation, byMarkAtLocation, firstAtLocation } = this.#matching;
    const byMark = byEachMark((mark) => {
      const number = marks.indexOf(mark);
      return members.reduce((sum, location) => sum + byMarkAtLocation[location * marks.length + number], 0);
    });
    const isOneRecord = members.length === 1 && atLocation[centre] === 1;
    const boxOf = (locations: readonly number[]): MapBox =>
      boxAround(locations.map((location) => positionOfLocation(this.#store, location)));
    return {
      position: positionOfLocation(this.#store, centre),
      locations: members.length,
      observations,
      mark: mostFrequentMark(byMark),
      byMark,
      onlyRecord: isOneRecord ? this.#store.identifiers[firstAtLocation[centre]] : null,
      box: boxOf(members),
      busiestBox: boxOf(this.#busiest(members, observations)),
    };
  }

  /** The first members, in descending order of observations, that together have `shareOfBusiest` of them. */
  #busiest(members: readonly number[], observations: number): readonly number[] {
    let sum = 0;
    const last = members.findIndex((location) => {
      sum += this.#matching.observedAtLocation[location];
      return sum >= shareOfBusiest * observations;
    });
    return members.slice(0, last + 1);
  }
}

function distanceAt(zoom: number): number {
  const after = distances.findIndex((each) => each.zoom > zoom);
  if (after <= 0) return distances[after === 0 ? 0 : distances.length - 1].inPixels;
  const [from, to] = [distances[after - 1], distances[after]];
  return from.inPixels + ((zoom - from.zoom) / (to.zoom - from.zoom)) * (to.inPixels - from.inPixels);
}

/** A grid of clusters, for finding those near a point. */
class ClusterGrid {
  readonly #cellSize: number;
  readonly #cells = new Map<number, Cluster[]>();

  /** The cell size is the largest distance to search. */
  constructor(cellSize: number) {
    this.#cellSize = cellSize;
  }

  add(cluster: Cluster): void {
    const key = cellKey(Math.floor(cluster.x / this.#cellSize), Math.floor(cluster.y / this.#cellSize));
    const cell = this.#cells.get(key);
    if (cell) cell.push(cluster);
    else this.#cells.set(key, [cluster]);
  }

  /** The nearest cluster that is closer than its limit. */
  nearest(x: number, y: number, limitOf: (cluster: Cluster) => number): Cluster | undefined {
    const [column, row] = [Math.floor(x / this.#cellSize), Math.floor(y / this.#cellSize)];
    let nearest: Cluster | undefined;
    let least = Infinity;
    for (let right = -1; right <= 1; right++) {
      for (let down = -1; down <= 1; down++) {
        for (const cluster of this.#cells.get(cellKey(column + right, row + down)) ?? []) {
          const distance = Math.hypot(cluster.x - x, cluster.y - y);
          if (distance >= least || distance >= limitOf(cluster)) continue;
          nearest = cluster;
          least = distance;
        }
      }
    }
    return nearest;
  }
}

/** The key of a cell. The world has fewer than 2 ** 26 columns, even with cells of 20 pixels at zoom 18. */
const cellKey = (column: number, row: number): number => row * 2 ** 26 + column;

/** Merges each cluster whose mark would overlap that of a cluster with more observations into the nearest such cluster. */
function mergeOverlapping(
  clusters: readonly Cluster[],
  radiusOf: (cluster: Cluster) => number,
  largestRadius: number,
): Cluster[] {
  // Marks that grow in this pass are compared again in the next.
  const grid = new ClusterGrid(2 * largestRadius);
  const kept: Cluster[] = [];
  for (const cluster of [...clusters].sort((a, b) => b.observations - a.observations || a.centre - b.centre)) {
    const radius = radiusOf(cluster);
    const larger = grid.nearest(cluster.x, cluster.y, (other) => radius + radiusOf(other));
    if (larger) {
      for (const member of cluster.members) larger.members.push(member);
      larger.observations += cluster.observations;
      continue;
    }
    kept.push(cluster);
    grid.add(cluster);
  }
  return kept;
}

/** The most frequent mark; in a tie, the first in `marks`. */
function mostFrequentMark(byMark: Readonly<Record<Mark, number>>): Mark {
  return marks.reduce((most, mark) => (byMark[mark] > byMark[most] ? mark : most));
}
