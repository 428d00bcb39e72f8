import { formatCount } from '../format-text.ts';
import type { ProgressReporter, ReadProgress } from '../read/read-dataset.ts';

const nothingRead: ReadProgress = { bytesRead: 0, totalBytes: undefined, records: 0 };

/** The number of bytes between two lines if the size is unknown. */
const bytesPerLine = 50_000_000;

/** Writes lines: at the start, after every 10 %, and at the end. */
export function createProgress(stream: Pick<NodeJS.WriteStream, 'write'>): ProgressReporter {
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
