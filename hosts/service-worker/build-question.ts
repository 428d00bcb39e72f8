import type { BuildQuestion } from '../../core/storage/worker-protocol.ts';
import type { ShellCache } from './shell-cache.ts';

/** Where an answer goes, as far as a `MessagePort` is needed for it. */
export interface AnswerPort {
  postMessage(isOwnPage: boolean): void;
}

/** What of the worker itself is needed to answer. */
export interface WorkerAtQuestion {
  readonly shellCache: Pick<ShellCache, 'isOwnPage'>;
  /** How many pages of this site are open, whichever worker answers them. */
  readonly countPages: () => Promise<number>;
  readonly skipWaiting: () => Promise<void>;
}

export function isBuildQuestion(message: unknown): message is BuildQuestion {
  if (typeof message !== 'object' || message === null || !('scripts' in message)) return false;
  const { scripts } = message;
  return Array.isArray(scripts) && scripts.every((script) => typeof script === 'string');
}

/**
 * Tells a page whether it is of this worker's build. When it is, and no other page is open, nobody needs the worker
 * before this one, and this one need not wait any longer.
 */
export async function answerBuildQuestion(
  { scripts }: BuildQuestion,
  port: AnswerPort | undefined,
  { shellCache, countPages, skipWaiting }: WorkerAtQuestion,
): Promise<void> {
  const isOwnPage = shellCache.isOwnPage(scripts);
  port?.postMessage(isOwnPage);
  if (isOwnPage && (await countPages()) === 1) await skipWaiting();
}
