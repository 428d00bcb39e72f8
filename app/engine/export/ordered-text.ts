/** How many texts stand in one part of the whole: some MB, since a text takes some hundred bytes. */
const textsInPart = 8192;
/** Texts that wait for those beside them, in characters, before they are put down. */
const mostHeld = 16_000_000;

/** A part that waits for texts. */
interface OpenPart {
  /** How many have come. */
  count: number;
  held: Texts;
  readonly putDown: PutDown[];
}

interface Texts {
  readonly texts: string[];
  /** Where each stands in the part. */
  readonly places: number[];
}

interface PutDown {
  readonly content: Blob;
  readonly places: number[];
  readonly lengths: readonly number[];
}

/**
 * Many texts put together to one, each at its place, in whichever order they come. A part of the whole is written as soon
 * as all its texts are there; what must wait too long is put down meanwhile, so that memory holds little of it: the
 * content of a Blob is the browser's to keep.
 */
export class OrderedText {
  readonly #count: number;
  readonly #sizes: { readonly textsInPart: number; readonly mostHeld: number };
  readonly #parts: Blob[] = [];
  readonly #open = new Map<number, OpenPart>();
  #charactersHeld = 0;
  #missing: number;

  /** `count` is how many texts there will be. The sizes are for tests to make smaller. */
  constructor(count: number, sizes = { textsInPart, mostHeld }) {
    this.#count = count;
    this.#missing = count;
    this.#sizes = sizes;
  }

  /** To be called once for each place from 0 on. No text may end or begin within a character. */
  add(place: number, text: string): void {
    const { textsInPart, mostHeld } = this.#sizes;
    const number = Math.floor(place / textsInPart);
    const part = this.#open.get(number) ?? { count: 0, held: noTexts(), putDown: [] };
    this.#open.set(number, part);
    part.held.texts.push(text);
    part.held.places.push(place - number * textsInPart);
    part.count++;
    this.#charactersHeld += text.length;
    this.#missing--;
    if (part.count === this.#sizeOf(number) && part.putDown.length === 0) {
      this.#charactersHeld -= lengthOf(part.held);
      this.#close(number, [part.held]);
    } else if (this.#charactersHeld > mostHeld) {
      this.#putDown();
    }
  }

  /** All of it. Rejects with an Error in words for a person; `signal` ends it. */
  async finish(signal: AbortSignal): Promise<Blob> {
    if (this.#missing > 0) throw new Error(`${this.#missing} records are missing.`);
    try {
      for (const [number, part] of this.#open) {
        signal.throwIfAborted();
        this.#close(number, [...(await Promise.all(part.putDown.map(takeUp))), part.held]);
      }
      const whole = new Blob(this.#parts);
      // A browser without room for the content says so no sooner than when it is read.
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

  #close(number: number, pieces: readonly Texts[]): void {
    const inOrder = new Array<string>(this.#sizeOf(number));
    for (const { texts, places } of pieces) {
      for (const [index, place] of places.entries()) inOrder[place] = texts[index] ?? '';
    }
    this.#parts[number] = new Blob([inOrder.join('')]);
    this.#open.delete(number);
  }

  #putDown(): void {
    for (const part of this.#open.values()) {
      const { texts, places } = part.held;
      if (texts.length === 0) continue;
      part.putDown.push({ content: new Blob([texts.join('')]), places, lengths: texts.map(({ length }) => length) });
      part.held = noTexts();
    }
    this.#charactersHeld = 0;
  }
}

function noTexts(): Texts {
  return { texts: [], places: [] };
}

function lengthOf({ texts }: Texts): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

async function takeUp({ content, places, lengths }: PutDown): Promise<Texts> {
  const text = await content.text();
  let start = 0;
  return { texts: lengths.map((length) => text.slice(start, (start += length))), places };
}
