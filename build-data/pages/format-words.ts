/* Numbers and times as people read them. */

const countFormat = new Intl.NumberFormat('en-AU');

export function formatCount(count: number): string {
  return countFormat.format(count);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "31 Jul 2021" of the beginning of a time in ISO 8601. */
export function formatDay(time: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(time) ?? [];
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`;
}

/** "31 Jul 2021, 00:13" of a time as recorded; seconds are left out. */
export function formatRecorded(time: string): string {
  return `${formatDay(time)}, ${time.slice(11, 16)}`;
}

/** In the units in which a browser tells of a download. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
