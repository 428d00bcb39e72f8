const heldPrefix = 'held ';

/** The content of a claim whose build holds the lock: a counter, and how long the build may be silent. */
export function claimText(beats: number, timeoutInMilliseconds: number): string {
  // Of fixed length, so that a shorter text never leaves the end of a longer one.
  return `${heldPrefix}${String(beats).padStart(12, '0')} ${String(timeoutInMilliseconds).padStart(8, '0')}\n`;
}

export function isHeld(text: string): boolean {
  // Builds of earlier releases wrote "taken".
  return text.startsWith(heldPrefix) || text.startsWith('taken');
}

function timeoutIn(text: string): number {
  return Number(/^held \d+ (\d+)/.exec(text)?.[1] ?? 0);
}

interface Observation {
  readonly text: string;
  readonly sinceInMilliseconds: number;
  readonly hasChanged: boolean;
}

/**
 * Finds out whether builds in other containers or on other machines still run, by watching whether their claims change. Uses
 * only the monotonic clock of this process: the clock of another machine, and so the timestamp of a file, may be wrong by any
 * amount.
 */
export class ClaimObserver {
  readonly timeoutInMilliseconds: number;
  readonly #observations = new Map<string, Observation>();

  constructor(timeoutInMilliseconds: number) {
    this.timeoutInMilliseconds = timeoutInMilliseconds;
  }

  observe(name: string, text: string): 'alive' | 'silent' | 'unknown' {
    const now = performance.now();
    const earlier = this.#observations.get(name);
    if (earlier?.text !== text) {
      this.#observations.set(name, { text, sinceInMilliseconds: now, hasChanged: earlier !== undefined });
      return earlier === undefined ? 'unknown' : 'alive';
    }
    // Its owner may be configured with a longer timeout.
    const timeoutInMilliseconds = Math.max(this.timeoutInMilliseconds, timeoutIn(text));
    if (now - earlier.sinceInMilliseconds > timeoutInMilliseconds) return 'silent';
    return earlier.hasChanged ? 'alive' : 'unknown';
  }
}
