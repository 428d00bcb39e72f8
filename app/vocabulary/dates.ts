const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (value: number): string => String(value).padStart(2, '0');

/** "31 Jul 2021, 00:13" from text as it was recorded: no zone is claimed, so none is converted. */
export function formatAsRecorded(dateTime: string): string {
  const [, year = '', month = '', day = '', time = ''] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(dateTime) ?? [];
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}, ${time}`;
}

/** "31 Jul 2021" from a date, `YYYY-MM-DD`, or from the start of a date and time as it was recorded. */
export function formatDate(date: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`;
}

/** "Jul 2021" from months since the start of the year 0. */
export function formatMonth(month: number): string {
  return `${months[((month % 12) + 12) % 12] ?? ''} ${Math.floor(month / 12)}`;
}

/** "31 Jul 2021, 00:13" in the time of the person who reads it. */
export function formatLocal(date: Date): string {
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  return `${date.getDate()} ${months[date.getMonth()] ?? ''} ${date.getFullYear()}, ${time}`;
}
