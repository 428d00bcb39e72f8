import { vi } from 'vitest';

/*
 * Time that passes only while nothing else is left to do: an answer for which a reader would wait nine seconds is there
 * at once, and how long it took is exact.
 */

let digestsUnderWay = 0;

export function beginVirtualTime(): void {
  // A digest is worked out on another thread: time must not pass meanwhile.
  const { subtle } = globalThis.crypto;
  const digest = subtle.digest.bind(subtle);
  vi.spyOn(subtle, 'digest').mockImplementation(async (...given) => {
    digestsUnderWay++;
    try {
      return await digest(...given);
    } finally {
      digestsUnderWay--;
    }
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

export function endVirtualTime(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
}

/** Waits for what a piece of work comes to. Throws when nothing is left that it could wait for. */
export async function untilOver<Value>(work: Promise<Value>): Promise<Value> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  work.then(end, end);
  for (;;) {
    await quiet();
    if (isOver) return work;
    if (vi.getTimerCount() === 0) throw new Error('it hangs, and no time limits it');
    vi.advanceTimersToNextTimer();
  }
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 3 || digestsUnderWay > 0; turn++) await new Promise((resolve) => setImmediate(resolve));
}
