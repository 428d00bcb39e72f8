import { readStoredChoice } from '../components/stored-choice.ts';

/** Dispatched on the window after each change of the saved places in this tab. */
export const savedPlacesChanged = 'coastwatch:saved-places';

/** Sites under different paths of one origin share its storage. */
export function storageKeyOf(siteUrl: string): string {
  return `coastwatch saved places ${new URL(siteUrl).pathname}`;
}

/** Whether places are saved on this device: without them, the code for them is not loaded. */
export function hasSavedPlaces(siteUrl: string): boolean {
  return readStoredChoice(storageKeyOf(siteUrl)) !== null;
}

export function onSavedPlacesChange(listener: () => void): () => void {
  for (const type of ['storage', savedPlacesChanged]) window.addEventListener(type, listener);
  return () => {
    for (const type of ['storage', savedPlacesChanged]) window.removeEventListener(type, listener);
  };
}
