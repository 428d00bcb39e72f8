import type { FileFormat } from '../engine/questions.ts';
import type { Tab } from '../view/view-state.ts';
import { formatMegabytes } from '../vocabulary/megabytes.ts';

/** What a record or a place takes on average: measured on published data; other records take some more or less. */
const bytesOfOne: Readonly<Record<Tab, Readonly<Record<FileFormat, number>>>> = {
  records: { csv: 160, geojson: 570 },
  places: { csv: 310, geojson: 1000 },
};

/** About how large a file will be, to two figures: "about 160 MB". */
export function roughSize(tab: Tab, format: FileFormat, count: number): string {
  const bytes = count * bytesOfOne[tab][format];
  const size = formatMegabytes(bytes);
  return size.startsWith('less') ? size : `about ${size}`;
}
