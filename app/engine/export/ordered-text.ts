/** Texts per part: a part takes some MB, since a text takes a few hundred bytes. */
const textsInPart = 8192;
/** How many characters of incomplete parts are held in memory before they are moved to Blobs. */
const maxHeldCharacters = 16_000_000;

/** An incomplete part. */
interface OpenPart {
  /** How many of its texts have been added. */
  count: number;
  held: Texts;
  readonly spilled: SpilledTexts[];
}

interface Texts {
  readonly texts: string[];
  /** The index of each text in the part. */
  readonly indexes: number[];
}

interface SpilledTexts {
  readonly content: Blob;
  readonly indexes: number[];
  readonly lengths: readonly number[];
}

/**
 * Concatenates many texts by index, in whichever order they are added. A part of the whole is written as soon as all its
 * texts are there. Texts of incomplete parts are moved to Blobs when they become too large, so that little of them is in
 * memory: browsers store the content of Blobs outside of it.
 */
export class OrderedText {
  readonly #count: number;
  readonly #sizes: { readonly textsInPart: number; readonly maxHeldCharacters: number };
  readonly #parts: Blob[] = [];
  readonly #open = new Map<number, OpenPart>();
  #charactersHeld = 0;
  #missing: number;

  /** `count` is the number of texts. Tests use smaller sizes. */
  constructor(count: number, sizes = { textsInPart, maxHeldCharacters }) {
    this.#count = count;
    this.#missing = count;
    this.#sizes = sizes;
  }

  /** To be called once for each index from 0 to `count` - 1. No text may begin or end within a surrogate pair. */
  add(index: number, text: string): void {
    const { textsInPart, maxHeldCharacters } = this.#sizes;
    const number = Math.floor(index / textsInPart);
    const part = this.#open.get(number) ?? { count: 0, held: noTexts(), spilled: [] };
    this.#open.set(number, part);
    part.held.texts.push(text);
    part.held.indexes.push(index - number * textsInPart);
    part.count++;
    this.#charactersHeld += text.length;
    this.#missing--;
    if (part.count === this.#sizeOf(number) && part.spilled.length === 0) {
      this.#charactersHeld -= lengthOf(part.held);
      this.#close(number, [part.held]);
    } else if (this.#charactersHeld > maxHeldCharacters) {
      this.#spill();
    }
  }

  /** The whole text. Rejects with an Error whose message can be shown to the user, or when `signal` aborts it. */
  async finish(signal: AbortSignal): Promise<Blob> {
    if (this.#missing > 0) throw new Error(`${this.#missing} records are missing.`);
    try {
      for (const [number, part] of this.#open) {
        signal.throwIfAborted();
        this.#close(number, [...(await Promise.all(part.spilled.map(readSpilled))), part.held]);
      }
      const whole = new Blob(this.#parts);
      // A browser reports that it has no room for the content only when it is read.
      await whole.slice(-1).arrayBuffer();
      signal.throwIfAborted();
      return whole;
    } catch (cause) {
      if (signal.aborted) throw cause;
      throw new Error('This device has no room for a file of this size.', { cause });
    }
  }

  #sizeOf(number: number): number {
    const { textsInPart } = this.#sizes;
    return Math.min(textsInPart, this.#count - number * textsInPart);
  }

  #close(number: number, groups: readonly Texts[]): void {
    const inOrder = new Array<string>(this.#sizeOf(number));
    for (const { texts, indexes } of groups) {
      for (const [at, index] of indexes.entries()) inOrder[index] = texts[at] ?? '';
    }
    this.#parts[number] = new Blob([inOrder.join('')]);
    this.#open.delete(number);
  }

  #spill(): void {
    for (const part of this.#open.values()) {
      const { texts, indexes } = part.held;
      if (texts.length === 0) continue;
      part.spilled.push({ content: new Blob([texts.join('')]), indexes, lengths: texts.map(({ length }) => length) });
      part.held = noTexts();
    }
    this.#charactersHeld = 0;
  }
}

function noTexts(): Texts {
  return { texts: [], indexes: [] };
}

function lengthOf({ texts }: Texts): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

async function readSpilled({ content, indexes, lengths }: SpilledTexts): Promise<Texts> {
  const text = await content.text();
  let start = 0;
  return { texts: lengths.map((length) => text.slice(start, (start += length))), indexes };
}
