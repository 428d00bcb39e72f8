import type { IncomingMessage } from 'node:http';

/**
 * Leaves the Range header of a request only where it asks for one stretch of bytes by its first byte, as readers of
 * large files do. A server may ignore any other and send the whole: the sender of files would take the last bytes for
 * the first, and end the process over a stretch that ends before it begins.
 */
export function keepPlainRange(request: IncomingMessage): void {
  const { range } = request.headers;
  // With a condition of its own the whole is always right: parts of two versions never come together.
  if (range !== undefined && (!isPlainRange(range) || request.headers['if-range'] !== undefined)) {
    delete request.headers.range;
  }
}

function isPlainRange(range: string): boolean {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === undefined) return false;
  // The sender of files takes a last byte 0 for none.
  return last === undefined || last === '' || (Number(last) >= Number(first) && Number(last) > 0);
}
