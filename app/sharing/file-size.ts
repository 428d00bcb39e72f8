import type { FileFormat } from '../engine/questions.ts';
import type { Tab } from '../view/view-state.ts';

/** What a record or a place takes on average: measured on published data; other records take some more or less. */
const bytesOfOne: Readonly<Record<Tab, Readonly<Record<FileFormat, number>>>> = {
  records: { csv: 160, geojson: 570 },
  places: { csv: 310, geojson: 1000 },
};
const megabyte = 1_000_000;

/** About how large a file will be, to two figures: "about 160 MB". */
export function roughSize(tab: Tab, format: FileFormat, count: number): string {
  const bytes = count * bytesOfOne[tab][format];
  if (bytes < megabyte / 10) return 'less than 0.1 MB';
  const megabytes = bytes / megabyte;
  return `about ${megabytes < 10 ? megabytes.toFixed(1) : Number(megabytes.toPrecision(2)).toLocaleString('en-AU')} MB`;
}
