import { Presets, SingleBar } from 'cli-progress';

import type { ReadProgress } from '../read/read-dataset.ts';

/** Shows the progress of reading, file by file. */
export interface ProgressReporter {
  /** Begins a file, which is shown as `title`. */
  start(title: string): void;
  update(progress: ReadProgress): void;
  /** Ends the current file, whether or not it was read completely. */
  finish(): void;
}

export const silentProgress: ProgressReporter = {
  start: () => undefined,
  update: () => undefined,
  finish: () => undefined,
};

/** Shows a progress bar on a terminal. Elsewhere writes lines: at the start, after every 10 %, and at the end. */
export function createProgress(stream: NodeJS.WriteStream): ProgressReporter {
  return stream.isTTY ? createBar(stream) : createLines(stream);
}

const nothingRead: ReadProgress = { bytesRead: 0, totalBytes: undefined, records: 0 };

function createBar(stream: NodeJS.WriteStream): ProgressReporter {
  let title = '';
  let bar: SingleBar | undefined;
  // Created when the first bytes arrive, because the size is unknown until then.
  const begin = (sizeKnown: boolean): SingleBar => {
    const measure = sizeKnown ? '{bar} {percentage} %' : '{megabytes} MB';
    const format = `${title} ${measure}, {records} records`;
    const newBar = new SingleBar({ stream, format, hideCursor: true }, Presets.shades_classic);
    newBar.start(1, 0, { records: '0', megabytes: '0.0' });
    return newBar;
  };
  return {
    start: (name) => {
      title = name;
    },
    update: ({ bytesRead, totalBytes, records }) => {
      bar ??= begin(totalBytes !== undefined);
      bar.setTotal(Math.max(totalBytes ?? bytesRead, 1));
      bar.update(bytesRead, { records: formatCount(records), megabytes: formatMegabytes(bytesRead) });
    },
    finish: () => {
      bar?.stop();
      bar = undefined;
    },
  };
}

/** The number of bytes between two lines if the size is unknown. */
const bytesPerLine = 50_000_000;

function createLines(stream: NodeJS.WriteStream): ProgressReporter {
  let title = '';
  let latest = nothingRead;
  let linesDue = 1;
  const write = (text: string): void => {
    stream.write(`${title}: ${text}, ${formatCount(latest.records)} records\n`);
  };
  return {
    start: (name) => {
      title = name;
      latest = nothingRead;
      linesDue = 1;
      stream.write(`${title}: reading\n`);
    },
    update: (progress) => {
      latest = progress;
      const { bytesRead, totalBytes } = progress;
      const interval = totalBytes === undefined ? bytesPerLine : Math.max(totalBytes / 10, 1);
      if (bytesRead < linesDue * interval || bytesRead === totalBytes) return;
      linesDue = Math.floor(bytesRead / interval) + 1;
      write(
        totalBytes === undefined
          ? `${formatMegabytes(bytesRead)} MB`
          : `${String(Math.floor((bytesRead / totalBytes) * 100))} %`,
      );
    },
    finish: () => {
      write(`${formatMegabytes(latest.bytesRead)} MB read`);
    },
  };
}

const formatCount = (count: number): string => count.toLocaleString('en');
const formatMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

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
