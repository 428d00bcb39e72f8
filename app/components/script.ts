/** A script, or what it needs, that could not be loaded: no network, blocked, or gone since the page was opened. */
export class ScriptNotLoaded extends Error {
  constructor(cause: unknown) {
    super('A script could not be loaded.', { cause });
    this.name = 'ScriptNotLoaded';
  }
}

/** A script that comes when it is asked for. It is fetched once; after a failure, again by whoever asks next. */
export class Script<Module> {
  readonly #fetch: () => Promise<Module>;
  readonly #listeners = new Set<() => void>();
  #asked: Promise<Module> | undefined;
  #loaded: Module | undefined;

  /** `fetch` is an `import()`: written out where it is used, as bundlers want it. */
  constructor(fetch: () => Promise<Module>) {
    this.#fetch = fetch;
  }

  /** Once it has come. */
  get loaded(): Module | undefined {
    return this.#loaded;
  }

  /** Rejects with `ScriptNotLoaded`. */
  load(): Promise<Module> {
    this.#asked ??= this.#fetch().then(
      (module) => {
        this.#loaded = module;
        for (const tell of this.#listeners) tell();
        return module;
      },
      (error: unknown) => {
        this.#asked = undefined;
        throw new ScriptNotLoaded(error);
      },
    );
    return this.#asked;
  }

  /** Tells when the script has come. Returns a function that ends it. */
  readonly onceLoaded = (tell: () => void): (() => void) => {
    this.#listeners.add(tell);
    return () => {
      this.#listeners.delete(tell);
    };
  };
}
