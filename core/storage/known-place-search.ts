import { mostDecimals } from './number-columns.ts';
import type { Axis } from './overview-columns.ts';
import type { Places } from './overview.ts';
import { roundedTo, standingKinds } from './told-places.ts';

/** How a place stands to a known one. */
export interface Standing {
  /** The number of the known place, from 1; 0 for none. */
  readonly number: number;
  readonly kind: (typeof standingKinds)[keyof typeof standingKinds];
  /** Which of its points. */
  readonly point: number;
}

/** To how many decimals the degrees of known points are rounded where places stand at rounded ones. */
export type RoundedDecimals = Readonly<Record<Axis, number>>;

const nowhereKnown: Standing = { number: 0, kind: standingKinds.elsewhere, point: 0 };
const decimalsTried = Array.from({ length: mostDecimals + 1 }, (_, decimals) => decimals);
/** Of known places with one name no more are looked at: where there are so many, the name says little. */
const mostOfOneName = 64;

/** Finds for places the known ones by which they are best told. Known places are indexed once, for any number. */
export class KnownPlaceSearch {
  readonly places: Places;
  /** Numbers from 1, by name, ascending. */
  readonly #named = new Map<string, number[]>();
  /** The lengths of all names, descending. */
  readonly #lengths: readonly number[];
  /** By the position of a point, then by name: the first place with a point there. */
  readonly #at = new Map<string, Map<string, Standing>>();

  constructor(places: Places) {
    this.places = places;
    for (const [place, name] of places.names.entries()) {
      if (name === null || name === '') continue;
      const number = place + 1;
      const ofName = this.#named.get(name);
      if (!ofName) this.#named.set(name, [number]);
      else if (ofName.length < mostOfOneName) ofName.push(number);
      for (let point = 0; point < places.pointsPerPlace; point++) this.#addPoint(name, number, point);
    }
    this.#lengths = [...new Set(Array.from(this.#named.keys(), ({ length }) => length))].sort((a, b) => b - a);
  }

  /**
   * For each of the places, which have one point each: the known place at its very point with the longest name that
   * its own begins with; else, of those with the longest name that it begins with, the nearest. With the decimals to
   * which the points of the latter are rounded most often.
   */
  find(places: Places): { readonly standings: readonly Standing[]; readonly decimals: RoundedDecimals } {
    const found = places.names.map(
      (name, place) => this.#exact(name, places, place) ?? this.#nearest(name, places, place) ?? nowhereKnown,
    );
    const decimals = {
      longitudes: this.#decimalsThatFit('longitudes', places, found),
      latitudes: this.#decimalsThatFit('latitudes', places, found),
    };
    const isRounded = (axis: Axis, standing: Standing, place: number): boolean =>
      roundedTo(decimals[axis], this.degreesOf(axis, standing)) === places[axis][place];
    const standings = found.map((standing, place) => {
      if (standing.kind === standingKinds.at || standing.number === 0) return standing;
      const isAtRounded = isRounded('longitudes', standing, place) && isRounded('latitudes', standing, place);
      return isAtRounded ? { ...standing, kind: standingKinds.rounded } : standing;
    });
    return { standings, decimals };
  }

  /** '' for none. */
  nameOf(standing: Standing | undefined): string {
    return this.places.names[(standing?.number ?? 0) - 1] ?? '';
  }

  /** Of the point that a place stands to; 0 for none. */
  degreesOf(axis: Axis, standing: Standing | undefined): number {
    if (!standing || standing.number === 0) return 0;
    return this.places[axis][(standing.number - 1) * this.places.pointsPerPlace + standing.point] ?? 0;
  }

  #addPoint(name: string, number: number, point: number): void {
    const standing: Standing = { number, kind: standingKinds.at, point };
    const key = keyOf(this.degreesOf('longitudes', standing), this.degreesOf('latitudes', standing));
    const there = this.#at.get(key);
    if (!there) this.#at.set(key, new Map([[name, standing]]));
    else if (!there.has(name)) there.set(name, standing);
  }

  #exact(name: string | null, { longitudes, latitudes }: Places, place: number): Standing | undefined {
    const there = this.#at.get(keyOf(longitudes[place] ?? 0, latitudes[place] ?? 0));
    return there && this.#longestStart(name, there);
  }

  #longestStart<Value>(name: string | null, byName: ReadonlyMap<string, Value>): Value | undefined {
    if (name === null) return undefined;
    for (const length of this.#lengths) {
      const found = length <= name.length ? byName.get(name.slice(0, length)) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #nearest(name: string | null, { longitudes, latitudes }: Places, place: number): Standing | undefined {
    let nearest: Standing | undefined;
    let least = Infinity;
    for (const number of this.#longestStart(name, this.#named) ?? []) {
      for (let point = 0; point < this.places.pointsPerPlace; point++) {
        const standing: Standing = { number, kind: standingKinds.elsewhere, point };
        const distance = Math.hypot(
          this.degreesOf('longitudes', standing) - (longitudes[place] ?? 0),
          this.degreesOf('latitudes', standing) - (latitudes[place] ?? 0),
        );
        if (distance < least) [nearest, least] = [standing, distance];
      }
    }
    return nearest;
  }

  #decimalsThatFit(axis: Axis, places: Places, found: readonly Standing[]): number {
    const fits = decimalsTried.map(() => 0);
    for (const [place, standing] of found.entries()) {
      if (standing.kind === standingKinds.at || standing.number === 0) continue;
      const known = this.degreesOf(axis, standing);
      for (const decimals of decimalsTried) {
        if (roundedTo(decimals, known) === places[axis][place]) fits[decimals] = (fits[decimals] ?? 0) + 1;
      }
    }
    return fits.indexOf(Math.max(...fits));
  }
}

/** Of a position: minus zero is zero. */
function keyOf(longitude: number, latitude: number): string {
  return `${longitude} ${latitude}`;
}
