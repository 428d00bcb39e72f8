import type { SameBuildRequest, StorageRequest } from '../../core/site/worker-protocol.ts';
import type { ShellCache } from './shell-cache.ts';
import type { PausableCaches } from './worker-environment.ts';

/** The part of a `MessagePort` that is used. */
interface AnswerPort {
  postMessage(isPageOfThisBuild: boolean): void;
}

/** What a worker needs to take over from the previous one. */
interface TakeoverControls {
  readonly shellCache: Pick<ShellCache, 'isPageOfThisBuild'>;
  /** How many pages of this site are open, whichever worker controls them. */
  readonly countPages: () => Promise<number>;
  readonly skipWaiting: () => Promise<void>;
}

export function isBuildQuestion(message: unknown): message is SameBuildRequest {
  if (typeof message !== 'object' || message === null || !('scripts' in message)) return false;
  const { scripts } = message;
  return Array.isArray(scripts) && scripts.every((script) => typeof script === 'string');
}

/**
 * Answers whether a page is of the same build as this worker. If so, and no other page is open, no page needs the previous
 * worker, and this one stops waiting.
 */
export async function answerBuildQuestion(
  { scripts }: SameBuildRequest,
  port: AnswerPort | undefined,
  { shellCache, countPages, skipWaiting }: TakeoverControls,
): Promise<void> {
  const isPageOfThisBuild = shellCache.isPageOfThisBuild(scripts);
  port?.postMessage(isPageOfThisBuild);
  if (isPageOfThisBuild && (await countPages()) === 1) await skipWaiting();
}

/** A cache of this site. Its methods do not reject. */
interface CachePart {
  bytes(): Promise<number>;
  clear(): Promise<void>;
}

/** The part of a `MessagePort` that is used. */
interface AmountPort {
  postMessage(bytes: number): void;
}

export function isStorageQuestion(message: unknown): message is StorageRequest {
  if (typeof message !== 'object' || message === null || !('storage' in message)) return false;
  return message.storage === 'size' || message.storage === 'remove';
}

/**
 * Answers how many bytes are stored on this device, after removing them if requested. After a removal, nothing is stored
 * until `caches.resume` is called.
 */
export async function answerStorageQuestion(
  { storage }: StorageRequest,
  port: AmountPort | undefined,
  parts: readonly CachePart[],
  caches: Pick<PausableCaches, 'pause'>,
): Promise<void> {
  if (storage === 'remove') {
    await caches.pause();
    await Promise.all(parts.map((part) => part.clear()));
  }
  const amounts = await Promise.all(parts.map((part) => part.bytes()));
  port?.postMessage(amounts.reduce((sum, bytes) => sum + bytes, 0));
}
