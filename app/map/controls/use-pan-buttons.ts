import { useState } from 'react';

const panButtonsKey = 'coastwatch pan buttons';

export interface PanButtonsChoice {
  readonly hasPanButtons: boolean;
  readonly setHasPanButtons: (hasPanButtons: boolean) => void;
}

/** Whether the map has buttons that move it: for the few who can neither drag nor use keys. Remembered on the device. */
export function usePanButtons(): PanButtonsChoice {
  const [hasPanButtons, setChoice] = useState(() => {
    try {
      return window.localStorage.getItem(panButtonsKey) !== null;
    } catch {
      return false; // Storage is blocked.
    }
  });
  const setHasPanButtons = (chosen: boolean): void => {
    setChoice(chosen);
    try {
      if (chosen) window.localStorage.setItem(panButtonsKey, '');
      else window.localStorage.removeItem(panButtonsKey);
    } catch {
      // The choice then applies to this visit.
    }
  };
  return { hasPanButtons, setHasPanButtons };
}
