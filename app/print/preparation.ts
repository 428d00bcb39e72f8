import type { ListRow } from '../engine/engine.ts';
import { countLine } from '../session/count-line.ts';
import { isSameExceptRows, type Session } from '../session/session.ts';
import { hasCircle, type Selection } from '../view/view-state.ts';
import { addressOf } from '../view/view-url.ts';
import { plainText } from '../vocabulary/text.ts';
import { placeTitle } from '../vocabulary/titles.ts';
import { drawMap, type PrintedText, type Printout, readText, recordText } from './printout.ts';

/** The view may change while its printout is prepared, for example when details arrive. */
const maxAttempts = 3;

/** Prepares the printout of the current view: its text, which is a cheap query, and the picture of its map. */
export class Preparation {
  readonly #session: Session;
  readonly #text = new KeyedValue<PrintedText>();
  readonly #map = new KeyedValue<HTMLCanvasElement>();
  /** The latest text, the map that belongs to it, and what its title names. */
  #latest: { readonly text: PrintedText; readonly mapKey: string; readonly subject: string } | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  /** What can be printed without waiting. It always belongs to the current view, and has a map only if it is drawn. */
  get printout(): Printout {
    const mapKey = this.#mapKey();
    // When details have just been loaded, the text without them is still that of the view.
    const text = this.#latest?.mapKey === mapKey ? this.#latest.text : this.#loadedText();
    const { view, siteUrl } = this.#session;
    return { ...text, map: this.#map.get(mapKey), address: addressOf(view.getState(), siteUrl) };
  }

  /** Prepares the text. Never rejects: the session reports a failed engine. */
  async prepareText(): Promise<void> {
    const [key, mapKey, subject] = [this.#textKey(), this.#mapKey(), this.#subject()];
    const text = await this.#text.read(key, () => readText(this.#session));
    // Not if another text has been requested since then.
    if (text && text === this.#text.get(key)) this.#latest = { text, mapKey, subject };
  }

  /** Prepares the text and the map. Never rejects. */
  async prepare(): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const key = this.#textKey();
      await this.prepareText();
      const text = this.#text.get(this.#textKey());
      if (text) await this.#map.read(this.#mapKey(), () => drawMap(this.#session, text));
      if (key === this.#textKey()) return;
    }
  }

  /** Prepares the printout with sizes, distances and remarks, which are otherwise included only if they are loaded. */
  async prepareWithDetails(): Promise<void> {
    try {
      await this.#session.engine.loadDetails();
      this.#session.requestDetails();
    } catch {
      // The page is printed without them.
    }
    await this.prepare();
  }

  /** Changes whenever the map would be different. */
  #mapKey(): string {
    const { view, queryState } = this.#session;
    const { selection, units } = view.getState();
    const { filters, tab, sort, search, council, area } = this.#session.query();
    // A record has a map of its own, which does not depend on the list.
    const list = selection?.kind === 'record' ? null : [tab, sort, search, council, search || council ? null : area];
    return JSON.stringify([queryState.getState().loads, units, selection, filters, list]);
  }

  /** Changes whenever the text would be different. */
  #textKey(): string {
    return `${this.#session.queryState.getState().details === 'ready'} ${this.#mapKey()}`;
  }

  /** Changes whenever the title would be different. */
  #subject(): string {
    const { selection, units } = this.#session.view.getState();
    const { search, council, tab } = this.#session.query();
    return JSON.stringify([units, selection ?? [tab, search?.mode, search?.centre, council]]);
  }

  /** Text from what is already loaded: the row of a record, or the rows of the list. */
  #loadedText(): PrintedText {
    const { selection, units } = this.#session.view.getState();
    const { result } = this.#session.queryState.getState();
    if (selection?.kind === 'record') {
      const record = result?.rows.find((row) => row.kind === 'record' && row.id === selection.id);
      return recordText(record?.kind === 'record' ? record : null, `Record ${selection.id}`, units);
    }
    const query = this.#session.query();
    const title = this.#loadedTitle(selection, result?.rows ?? []);
    const text = recordText(null, title, units);
    // The result may be that of an earlier view, also while the circle of the selection is not known.
    if (!result || !isSameExceptRows(result.query, query) || (hasCircle(selection) && !query.search)) return text;
    const rows = result.rows.filter((row) => row.kind !== 'record' || !row.isInGroup);
    return { ...text, sentences: [`${countLine(result, units)}.`], rows };
  }

  /** The name of the place or the search, if it is already loaded. */
  #loadedTitle(selection: Selection | null, rows: readonly ListRow[]): string {
    if (this.#latest?.subject === this.#subject()) return this.#latest.text.title;
    if (selection?.kind === 'area') return plainText(selection.name);
    const place =
      selection?.kind === 'place' ? rows.find(({ kind, id }) => kind === 'place' && id === selection.id) : null;
    return place?.kind === 'place' ? plainText(placeTitle(place.name)) : 'Coastwatch';
  }
}

/** A value that is read once for each key. Only the value of the latest key is kept. */
class KeyedValue<Value> {
  #key: string | null = null;
  #value: Value | null = null;
  #promise: Promise<Value | null> | null = null;

  /** Null until it is read. */
  get(key: string): Value | null {
    return this.#key === key ? this.#value : null;
  }

  /** Reads the value, unless it is already read or being read. Resolves to null if that fails; the next call retries. */
  read(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    if (this.#key === key && this.#promise) return this.#promise;
    const promise = read().then(
      (value) => {
        if (this.#promise === promise) this.#value = value;
        return value;
      },
      () => {
        if (this.#promise === promise) this.#promise = null;
        return null;
      },
    );
    [this.#key, this.#value, this.#promise] = [key, null, promise];
    return promise;
  }
}
