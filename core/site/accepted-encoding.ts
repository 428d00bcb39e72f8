export type Encoding = 'br' | 'gzip';

/** The best encoding that an Accept-Encoding header accepts; one with a weight of zero is refused. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  const accepted = new Set<string>();
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (!isRefused) accepted.add(name);
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : undefined;
}
