const format = new Intl.NumberFormat('en-AU');

/** "17,330". */
export function formatCount(count: number): string {
  return format.format(count);
}

/** "1 record", "17,330 records". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${format.format(count)} ${count === 1 ? one : many}`;
}
