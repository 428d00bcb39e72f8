import { useEffect, useState } from 'react';

import { readPalette, watchPalette, type Palette } from './chart/palette.ts';

/** The current colours of the chart within an element. */
export function usePalette(host: HTMLElement | null): Palette | null {
  const [palette, setPalette] = useState<Palette | null>(null);
  useEffect(() => {
    if (!host) return;
    const read = (): void => {
      setPalette(readPalette(host));
    };
    read();
    return watchPalette(read);
  }, [host]);
  return palette;
}
