import { type Endpoint, expose, type ProxyMethods, releaseProxy } from 'comlink';

import type { Engine } from '../engine.ts';

type Progress = (done: number, of: number) => void;

/**
 * Lets the other side of `endpoint` (by default, of this worker) call the engine. What it is to tell the progress to
 * is let go of with the answer: every such channel between the threads would otherwise stay open.
 */
export function exposeEngine(engine: Engine, endpoint?: Endpoint): void {
  const load = engine.load.bind(engine);
  const exportList = engine.export.bind(engine);
  engine.load = (siteUrl, onProgress) => load(siteUrl, onProgress).finally(releaseOf(onProgress));
  engine.export = (query, format, onProgress) => exportList(query, format, onProgress).finally(releaseOf(onProgress));
  expose(engine, endpoint);
}

function releaseOf(onProgress: (Progress & Partial<ProxyMethods>) | undefined): () => void {
  return () => {
    onProgress?.[releaseProxy]?.();
  };
}

/** What the worker says once it can be asked: whoever made it knows from it that its script came and ran. */
export const readyMessage = 'the engine is ready';
