type Bytes = Uint8Array<ArrayBuffer>;

/** What can become of the bytes of a file; `others` are the bytes of another one. */
export const damages: Readonly<Record<string, (bytes: Bytes, others: Bytes) => Bytes>> = {
  'is empty': () => new Uint8Array(),
  'is cut in half': (bytes) => bytes.slice(0, bytes.length >>> 1),
  'lacks its last byte': (bytes) => bytes.slice(0, -1),
  'has a byte too many': (bytes) => Uint8Array.of(...bytes, 10),
  'has a bit flipped': (bytes) => flipBit(bytes, bytes.length >>> 1),
  'has its last bit flipped': (bytes) => flipBit(bytes, bytes.length - 1),
  "holds another file's bytes": (_, others) => others,
  'is a page of HTML': () => new TextEncoder().encode('<!doctype html><title>Not found</title>'),
};

function flipBit(bytes: Bytes, index: number): Bytes {
  const flipped = bytes.slice();
  flipped[index] = (flipped[index] ?? 0) ^ 4;
  return flipped;
}
