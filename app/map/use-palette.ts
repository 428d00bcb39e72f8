import { useEffect, useState } from 'react';

import { readPalette, watchPalette, type Palette } from './chart/palette.ts';

/** The colours of the chart as they stand within an element, now and as they change. */
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
