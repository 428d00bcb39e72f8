/** The phases of a build, in order. */
const buildPhases = ['read', 'write', 'compare', 'exports', 'documents', 'pages', 'compress', 'publish'] as const;

type BuildPhase = (typeof buildPhases)[number];

/** Measures how long each phase of a build takes. A phase may run in several parts. */
export class PhaseTimer {
  readonly #milliseconds = new Map<BuildPhase, number>();
  readonly #now: () => number;
  readonly #createdAt: number;
  #running: { readonly phase: BuildPhase; readonly since: number } | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#createdAt = now();
  }

  /** Starts a phase, and ends the previous one. */
  start(phase: BuildPhase): void {
    this.stop();
    this.#running = { phase, since: this.#now() };
  }

  stop(): void {
    if (this.#running === undefined) return;
    const { phase, since } = this.#running;
    this.#milliseconds.set(phase, (this.#milliseconds.get(phase) ?? 0) + this.#now() - since);
    this.#running = undefined;
  }

  /** The duration of each phase that was started, and of the whole build so far, in whole milliseconds. */
  get durationsInMilliseconds(): Readonly<Partial<Record<BuildPhase, number>> & { total: number }> {
    const durations = Object.fromEntries(
      buildPhases.flatMap((phase) => {
        const milliseconds = this.#milliseconds.get(phase);
        return milliseconds === undefined ? [] : [[phase, Math.round(milliseconds)]];
      }),
    );
    return { ...durations, total: Math.round(this.#now() - this.#createdAt) };
  }
}
