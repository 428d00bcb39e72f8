import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface SlowReading {
  readonly encoding: 'br' | 'identity';
  readonly readers: number;
  readonly seconds: number;
  /** What each takes a second; 0 for readers that have stopped reading. */
  readonly bytesPerSecond: number;
}

export interface SlowReadingOutcome {
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
