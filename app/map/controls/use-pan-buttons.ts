import { useState } from 'react';

import { readStoredChoice, storeChoice } from '../../components/stored-choice.ts';

const panButtonsKey = 'coastwatch pan buttons';

export interface PanButtonsChoice {
  readonly hasPanButtons: boolean;
  readonly setHasPanButtons: (hasPanButtons: boolean) => void;
}

/** Whether the map has buttons that move it: for the few who can neither drag nor use keys. Remembered on the device. */
export function usePanButtons(): PanButtonsChoice {
  const [hasPanButtons, setChoice] = useState(() => readStoredChoice(panButtonsKey) !== null);
  const setHasPanButtons = (chosen: boolean): void => {
    setChoice(chosen);
    storeChoice(panButtonsKey, chosen ? '' : null);
  };
  return { hasPanButtons, setHasPanButtons };
}
