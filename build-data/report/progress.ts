import { Presets, SingleBar } from 'cli-progress';

import { formatCount } from '../format-text.ts';
import type { ProgressReporter, ReadProgress } from '../read/read-dataset.ts';

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

const formatMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
