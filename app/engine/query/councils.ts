import { addCount } from '../../../core/collections/add-count.ts';
import { LocalAreaFinder, localAreaField, localAreaName } from '../../../core/datasets/local-areas.ts';
import type { DetailChunk } from '../../../core/storage/columns/detail-chunk.ts';
import { positionOfLocation } from '../load/record-store.ts';
import { boxAround } from '../map-box.ts';
import { valueMeant } from '../../vocabulary/text.ts';
import type { DataIndex } from './data-index.ts';
import type { CouncilRegion, CouncilRegions } from './region.ts';

/** The council areas of all places, and which records belong to them. */
export class Councils implements CouncilRegions {
  readonly #dataIndex: DataIndex;
  readonly #areaOfPlace: readonly string[];
  readonly #finder: LocalAreaFinder;
  #latest: { readonly name: string; readonly region: CouncilRegion | null } | undefined;

  /** `chunks` have the names of the areas of all places, in their order. */
  constructor(dataIndex: DataIndex, chunks: readonly DetailChunk[]) {
    this.#dataIndex = dataIndex;
    this.#areaOfPlace = chunks.flatMap((chunk) => {
      const { values, codes } = chunk[localAreaField] ?? { values: [], codes: new Uint32Array() };
      const names = values.map(localAreaName);
      return Array.from(codes, (code) => names[code]);
    });
    this.#finder = new LocalAreaFinder(
      dataIndex.places.places.flatMap(({ inshore, offshore }, index) => {
        const area = this.#areaOfPlace[index];
        return [
          { ...inshore, area },
          { ...offshore, area },
        ];
      }),
    );
  }

  /** The area of a place, by its index; '' without one. */
  nameOf(place: number): string {
    return this.#areaOfPlace[place];
  }

  /** The names of all areas, each with the number of its places. */
  names(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const name of this.#areaOfPlace) if (name !== '') addCount(counts, name);
    return counts;
  }

  /** Null if no place is in this area. Names match regardless of case, and even if a program damaged the link. */
  region(name: string): CouncilRegion | null {
    const wanted = name.trim().toLowerCase();
    if (this.#latest?.name !== wanted) this.#latest = { name: wanted, region: this.#find(wanted) };
    return this.#latest.region;
  }

  #find(wanted: string): CouncilRegion | null {
    const { records, places } = this.#dataIndex;
    const name = valueMeant(wanted, [...this.names().keys()]);
    if (wanted === '' || name === undefined) return null;
    const isWanted = (area: string | undefined): boolean => area?.toLowerCase() === name.toLowerCase();
    const inside = Uint8Array.from(places.places, (_, place) => Number(isWanted(this.#areaOfPlace[place])));
    const locations = new Uint8Array(records.locations.size);
    for (let location = 0; location < locations.length; location++) {
      const { longitude, latitude } = positionOfLocation(records, location);
      if (this.#finder.areasAt(longitude, latitude).some(isWanted)) locations[location] = 1;
    }
    const inshorePoints = places.places.filter((_, place) => inside[place] === 1).map(({ inshore }) => inshore);
    // None of the coast is at the antimeridian.
    return { name, locations, places: inside, box: boxAround(inshorePoints) };
  }
}
