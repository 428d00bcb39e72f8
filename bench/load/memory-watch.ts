import { readFileSync } from 'node:fs';

export interface MemorySample {
  readonly atSeconds: number;
  readonly residentBytes: number;
}

/** Watches the resident memory of a process from now on, twice a second. Linux tells it under /proc. */
export class MemoryWatch {
  readonly samples: MemorySample[] = [];
  readonly #pid: number;
  readonly #began = performance.now();
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(pid: number) {
    this.#pid = pid;
    this.#take();
    this.#timer = setInterval(() => {
      this.#take();
    }, 500);
  }

  /** Ends the watching. Returns the largest size seen, in bytes. */
  end(): number {
    clearInterval(this.#timer);
    this.#take();
    return Math.max(...this.samples.map(({ residentBytes }) => residentBytes));
  }

  /** The mean over a stretch of time since the start, in bytes. */
  mean(fromSeconds: number, toSeconds: number): number {
    const some = this.samples.filter(({ atSeconds }) => atSeconds >= fromSeconds && atSeconds < toSeconds);
    return some.reduce((sum, { residentBytes }) => sum + residentBytes, 0) / some.length;
  }

  #take(): void {
    const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8'))?.[1];
    this.samples.push({
      atSeconds: (performance.now() - this.#began) / 1000,
      residentBytes: Number(kibibytes) * 1024,
    });
  }
}
