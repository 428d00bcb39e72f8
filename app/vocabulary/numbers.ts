/**
 * "17,330", "12.345": a number of fewer than 22 digits with thousands separators, as in Australia. Hand-written, because
 * creating a browser's first number formatter takes 20 ms, on a phone as long as several frames.
 */
export function formatCount(count: number): string {
  const [integer = '', fraction] = String(count).split('.');
  const grouped = integer.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** "1 record", "17,330 records". */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

const megabyte = 1_000_000;

/** To two figures: "4.2 MB", "160 MB", "less than 0.1 MB". */
export function formatMegabytes(bytes: number): string {
  if (bytes < megabyte / 10) return 'less than 0.1 MB';
  const megabytes = bytes / megabyte;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Number(megabytes.toPrecision(2)).toLocaleString('en-AU')} MB`;
}
