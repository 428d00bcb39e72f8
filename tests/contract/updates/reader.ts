import { pathsAsked, versionOfAnswer, type SeenAnswer, type Target } from './recognisable-site.ts';

const pauseInMilliseconds = 60;

/** Asks a host for one path after the other, with hardly a pause, and looks at each answer. */
export class Reader {
  readonly name: string;
  /** How many answers were wholly of one version. */
  answers = 0;
  /** How many requests have ended, in whatever way. */
  turns = 0;
  /** What was wrong with others. */
  readonly faults: string[] = [];
  /** For each version seen, the name of its data as answers told it. */
  readonly namesSeen = new Map<number, Set<string>>();
  readonly #target: Target;
  readonly #firstPath: number;
  readonly #ask: (path: string) => Promise<SeenAnswer>;
  #isOver = false;

  /** `firstPath` is where in the paths asked for it begins. */
  constructor(name: string, target: Target, firstPath: number, ask: (path: string) => Promise<SeenAnswer>) {
    this.name = name;
    this.#target = target;
    this.#firstPath = firstPath;
    this.#ask = ask;
  }

  async read(): Promise<void> {
    const paths = pathsAsked[this.#target];
    for (let turn = this.#firstPath; !this.#isOver; turn++) {
      const path = paths[turn % paths.length] ?? '';
      await this.readOnce(path).catch((error: unknown) => this.faults.push(`${this.name}: ${String(error)}`));
      this.turns++;
      await new Promise((resolve) => setTimeout(resolve, pauseInMilliseconds));
    }
  }

  /** The version of an answer. Throws an Error unless it is wholly of one. */
  async readOnce(path: string): Promise<number> {
    const answer = await this.#ask(path);
    const version = versionOfAnswer(this.#target, path, answer);
    const names = this.namesSeen.get(version) ?? new Set();
    if (answer.dataVersion !== undefined) this.namesSeen.set(version, names.add(answer.dataVersion));
    this.answers++;
    return version;
  }

  end(): void {
    this.#isOver = true;
  }
}
