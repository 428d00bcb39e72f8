/** Reads a choice that the user has made on this device; null if there is none, or if storage is blocked. */
export function readStoredChoice(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a choice on this device, or forgets it for null. If storage is blocked or full, it lasts for this visit. */
export function storeChoice(key: string, choice: string | null): void {
  try {
    if (choice === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, choice);
  } catch {
    // The choice remains in memory.
  }
}
