import type { Position } from '../../core/geo/wgs84.ts';
import type { PlaceOrPoint } from '../view/view-state.ts';
import { onSavedPlacesChange, savedPlacesChanged, storageKeyOf } from './has-saved-places.ts';

/** The radius around a saved place within which records count, as in the feed of a place. */
export const savedRadiusInMetres = 1000;
/** Bounds the storage: the busiest place of the published data takes about 10 kB. */
export const maximumSavedPlaces = 50;

/** A place, or a point without a place. */
export interface SavablePlace {
  /** The identifier of the place; null for a point. */
  readonly placeId: number | null;
  readonly name: string;
  readonly position: Position;
}

/** A place on this device, with the records that the user could have seen there. */
export interface SavedPlace extends SavablePlace {
  /** The identifiers of the records within the radius when the user last looked, ascending. */
  readonly known: readonly number[];
  /** When that was, ISO 8601. */
  readonly seenAt: string;
  /** The version of the data at that time. */
  readonly dataVersion: string;
}

/** What the user has looked at: the records near a place in one version of the data. */
export type Seen = Pick<SavedPlace, 'known' | 'seenAt' | 'dataVersion'>;

/** Identifies a saved place: two points with the same position are the same. */
export function keyOf({ placeId, position }: SavablePlace): string {
  return placeId === null ? `${position.latitude},${position.longitude}` : `place ${placeId}`;
}

/** What the explorer shows when a saved place is opened. */
export function selectionOf({ placeId, position }: SavablePlace): PlaceOrPoint {
  return placeId === null ? { kind: 'location', position } : { kind: 'place', id: placeId };
}

/**
 * The records near a place that the user has not seen. Compares complete sets of identifiers, so a record counts once,
 * whenever it happened and whatever its identifier is: added late, back-dated, or moved here. A withdrawn record does
 * not hide a new one.
 */
export function newRecordIds(known: readonly number[], current: readonly number[]): readonly number[] {
  const knownIds = new Set(known);
  return current.filter((id) => !knownIds.has(id));
}

/** The places that are saved on this device. The storage is shared with other tabs, so each change reads it first. */
export class SavedPlaces {
  readonly #key: string;
  readonly #openStorage: () => Storage;
  #text: string | null = null;
  #places: readonly SavedPlace[] = [];

  /** `openStorage` may throw, as `window.localStorage` does where storage is blocked. */
  constructor(siteUrl: string, openStorage: () => Storage = () => window.localStorage) {
    this.#key = storageKeyOf(siteUrl);
    this.#openStorage = openStorage;
    this.#read();
  }

  /** In the order in which they were saved. The array is the same until they change. */
  readonly list = (): readonly SavedPlace[] => this.#places;

  /** Calls `listener` after each change, also in another tab. Returns a function that ends this. */
  readonly subscribe = (listener: () => void): (() => void) =>
    onSavedPlacesChange(() => {
      this.#read();
      listener();
    });

  /** Saves a place, or replaces what is stored about it. Returns why it was not saved, or null. */
  save(place: SavablePlace, seen: Seen): 'full' | 'refused' | null {
    const { placeId, name, position } = place;
    const saved: SavedPlace = { placeId, name, position, ...seen };
    this.#read();
    const index = this.#places.findIndex((each) => keyOf(each) === keyOf(place));
    if (index < 0 && this.#places.length >= maximumSavedPlaces) return 'full';
    const places = index < 0 ? [...this.#places, saved] : this.#places.with(index, saved);
    return this.#write(places) ? null : 'refused';
  }

  /** Notes that the user has looked at a place. Does nothing if it is not saved. */
  markSeen(place: SavablePlace, seen: Seen): void {
    this.#read();
    if (this.#places.some((each) => keyOf(each) === keyOf(place))) this.save(place, seen);
  }

  /** Removes these places. Returns a function that restores them. */
  remove(places: readonly SavablePlace[]): () => void {
    this.#read();
    const before = this.#places;
    const keys = new Set(places.map(keyOf));
    this.#write(before.filter((each) => !keys.has(keyOf(each))));
    return () => {
      this.#read();
      const now = new Map(this.#places.map((each) => [keyOf(each), each]));
      const restored = before.flatMap((each) => (keys.has(keyOf(each)) ? each : (now.get(keyOf(each)) ?? [])));
      const others = this.#places.filter((each) => !before.some((other) => keyOf(other) === keyOf(each)));
      this.#write([...restored, ...others].slice(0, maximumSavedPlaces));
    };
  }

  #read(): void {
    let text: string | null;
    try {
      text = this.#openStorage().getItem(this.#key);
    } catch {
      return; // Storage is blocked: the list stays as it is.
    }
    if (text === this.#text) return;
    this.#text = text;
    this.#places = parse(text);
  }

  #write(places: readonly SavedPlace[]): boolean {
    const text = places.length === 0 ? null : stringify(places);
    try {
      const storage = this.#openStorage();
      if (text === null) storage.removeItem(this.#key);
      else storage.setItem(this.#key, text);
    } catch {
      return false; // Blocked or full.
    }
    this.#text = text;
    this.#places = places;
    window.dispatchEvent(new Event(savedPlacesChanged));
    return true;
  }
}

const stores = new Map<string, SavedPlaces>();

/** The saved places of a site. */
export function savedPlacesOf(siteUrl: string): SavedPlaces {
  const known = stores.get(siteUrl) ?? new SavedPlaces(siteUrl);
  stores.set(siteUrl, known);
  return known;
}

const formatVersion = 1;
const base = 36;

/** Identifiers rise slowly, so their differences take two or three characters each. */
function stringify(places: readonly SavedPlace[]): string {
  const stored = places.map(({ known, ...place }) => {
    const steps = known.map((id, index) => (id - (known[index - 1] ?? 0)).toString(base));
    return { ...place, known: steps.join(' ') };
  });
  return JSON.stringify({ version: formatVersion, places: stored });
}

/** Anything that this version did not write counts as no places: another version, damage, or another program. */
function parse(text: string | null): readonly SavedPlace[] {
  try {
    const content = JSON.parse(text ?? 'null') as { readonly version?: unknown; readonly places?: unknown } | null;
    if (content?.version !== formatVersion || !Array.isArray(content.places)) return [];
    return (content.places as readonly unknown[])
      .flatMap((place) => parsePlace(place) ?? [])
      .slice(0, maximumSavedPlaces);
  } catch {
    return [];
  }
}

function parsePlace(stored: unknown): SavedPlace | undefined {
  const { placeId, name, position, known, seenAt, dataVersion } = stored as Readonly<Record<string, unknown>>;
  const { longitude, latitude } = position as Readonly<Record<string, unknown>>;
  const isPosition =
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90;
  if (!isPosition || !(placeId === null || Number.isSafeInteger(placeId)) || typeof name !== 'string') return undefined;
  if (typeof known !== 'string' || typeof dataVersion !== 'string') return undefined;
  if (typeof seenAt !== 'string' || Number.isNaN(Date.parse(seenAt))) return undefined;
  let last = 0;
  const ids = known === '' ? [] : known.split(' ').map((step) => (last += Number.parseInt(step, base)));
  if (!ids.every(Number.isSafeInteger)) return undefined;
  return {
    placeId: placeId as number | null,
    name,
    position: { longitude, latitude },
    known: ids,
    seenAt,
    dataVersion,
  };
}
