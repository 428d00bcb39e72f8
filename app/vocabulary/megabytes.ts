const megabyte = 1_000_000;

/** To two figures: "4.2 MB", "160 MB", "less than 0.1 MB". */
export function formatMegabytes(bytes: number): string {
  if (bytes < megabyte / 10) return 'less than 0.1 MB';
  const megabytes = bytes / megabyte;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Number(megabytes.toPrecision(2)).toLocaleString('en-AU')} MB`;
}
