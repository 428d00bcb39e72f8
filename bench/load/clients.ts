import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What a thousand clients ask in a minute, in shares that favour what costs. */
interface MixedRequest {
  readonly method: 'GET';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface KnownSite {
  readonly records: number;
  /** Identifiers of records that there are. */
  readonly identifiers: readonly number[];
  /** Places on the coast, around which people search. */
  readonly centres: readonly { readonly longitude: number; readonly latitude: number }[];
}

/** Numbers between 0 and 1, the same for the same seed; mulberry32, by Tommy Ettinger. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many requests in a mixed order: pages, single records, searches, files, and some that are refused. */
export function mixedRequests(count: number, { records, identifiers, centres }: KnownSite): MixedRequest[] {
  const random = randomNumbers(8);
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const centre = (): string => {
    const { longitude, latitude } = centres[upTo(centres.length)] ?? { longitude: 115.75, latitude: -31.99 };
    return `latitude=${latitude.toFixed(4)}&longitude=${(longitude + random() / 100).toFixed(4)}`;
  };
  const kinds: readonly (() => string)[] = [
    () => `webapi/v1/RawData?pageNumber=${1 + upTo(records / 10)}`,
    () => `webapi/v1/RawData?pageNumber=${1 + upTo(records / 1000)}&pageSize=1000`,
    () => `webapi/v1/RawData/${identifiers[upTo(identifiers.length)] ?? 0}`,
    () => `webapi/v1/RawData?${centre()}&rangeInM=10000&searchStyle=InRadius&pageNumber=1`,
    () => `webapi/v1/RawData?${centre()}&rangeInM=2000&searchStyle=InRadius`,
    () => `webapi/v1/RawData?${centre()}&searchStyle=Nearest`,
    () => `webapi/v1/CoastalFeatures?${centre()}&rangeInM=20000&searchStyle=InRadius`,
    () => 'webapi/v1/CoastalFeatures?pageNumber=2&pageSize=100',
    () => `webapi/v1/RawData/${-1 - upTo(1000)}`,
    () => `webapi/v1/RawData?pageNumber=${'x'.repeat(1 + upTo(20))}`,
    () => 'data/manifest.json',
    () => '',
  ];
  const encodings = ['br', 'gzip', 'identity', 'br, gzip'];
  return Array.from({ length: count }, () => ({
    method: 'GET',
    path: `/${kinds[upTo(kinds.length)]?.() ?? ''}`,
    headers: { 'accept-encoding': encodings[upTo(encodings.length)] ?? 'br' },
  }));
}

export interface SlowReading {
  readonly encoding: 'br' | 'identity';
  readonly readers: number;
  readonly seconds: number;
  /** What each takes a second; 0 for readers that have stopped reading. */
  readonly bytesPerSecond: number;
}

interface SlowReadingOutcome {
  readonly bytesRead: number;
  /** Readers whose connection the server ended. */
  readonly ended: number;
}

const stepsPerSecond = 5;

/** Opens connections that ask for the complete array and read it slowly, or not at all. */
export async function readSlowly(
  address: URL,
  { encoding, readers, seconds, bytesPerSecond }: SlowReading,
): Promise<SlowReadingOutcome> {
  let bytesRead = 0;
  let ended = 0;
  const sockets = Array.from({ length: readers }, (): Socket => {
    const socket = connect(Number(address.port), address.hostname);
    socket.on('error', () => undefined);
    socket.once('close', () => ended++);
    socket.write(`GET /webapi/v1/RawData HTTP/1.1\r\nHost: ${address.host}\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
    return socket.pause();
  });
  for (let step = 0; step < seconds * stepsPerSecond; step++) {
    await pause(1000 / stepsPerSecond);
    if (bytesPerSecond === 0) continue;
    for (const socket of sockets) {
      for (let left = bytesPerSecond / stepsPerSecond; left > 0;) {
        const chunk = socket.read() as Buffer | null;
        if (!chunk) break;
        bytesRead += chunk.length;
        left -= chunk.length;
      }
    }
  }
  const endedByServer = ended;
  for (const socket of sockets) socket.destroy();
  return { bytesRead, ended: endedByServer };
}
