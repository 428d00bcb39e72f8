/** Reads what the user has stored on this device under a key; null if there is nothing, or if storage is blocked. */
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
