import type { Engine, LoadedData } from './questions.ts';

/**
 * An engine that reads the data of a site from now on, before anyone asks for it: the first to load it gets what is
 * under way, with its progress from then on. Whoever loads it again has it read anew.
 */
export function readAhead(engine: Engine, siteUrl: string): Engine {
  let tell: ((loaded: number, of: number) => void) | undefined;
  let underWay: Promise<LoadedData> | undefined = engine.load(siteUrl, (loaded, of) => tell?.(loaded, of));
  // Whoever takes it hears of its failure.
  underWay.catch(() => undefined);
  return {
    ...engine,
    load: (url, onProgress) => {
      const first = underWay;
      underWay = undefined;
      if (!first || url !== siteUrl) return engine.load(url, onProgress);
      tell = onProgress;
      return first;
    },
  };
}
