import { expose, releaseProxy, type Endpoint, type ProxyMethods } from 'comlink';

import type { Engine } from '../engine.ts';

/** Posted by the worker once it accepts calls, which shows the page that the worker's script loaded and ran. */
export const readyMessage = 'the engine is ready';

type Progress = (loaded: number, total: number) => void;

/**
 * Lets the other side of `endpoint` (by default, the page that started this worker) call the engine. Progress callbacks
 * are released with the result: each would otherwise keep a channel between the threads open.
 */
export function exposeEngine(engine: Engine, endpoint?: Endpoint): void {
  const load = engine.load.bind(engine);
  const exportList = engine.export.bind(engine);
  engine.load = (siteUrl, onProgress) =>
    load(siteUrl, onProgress).finally(() => {
      release(onProgress);
    });
  engine.export = (query, format, onProgress) =>
    exportList(query, format, onProgress).finally(() => {
      release(onProgress);
    });
  expose(engine, endpoint);
}

function release(onProgress: (Progress & Partial<ProxyMethods>) | undefined): void {
  onProgress?.[releaseProxy]?.();
}
