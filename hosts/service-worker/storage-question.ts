import type { StorageQuestion } from '../../core/storage/worker-protocol.ts';

/** A part of what this site keeps on the device. Neither rejects. */
export interface KeptPart {
  bytes(): Promise<number>;
  clear(): Promise<void>;
}

/** Where an answer goes, as far as a `MessagePort` is needed for it. */
export interface AmountPort {
  postMessage(bytes: number): void;
}

export function isStorageQuestion(message: unknown): message is StorageQuestion {
  if (typeof message !== 'object' || message === null || !('storage' in message)) return false;
  return message.storage === 'tell' || message.storage === 'remove';
}

/** Tells a page how many bytes are kept on this device, after it has removed them if that is asked. */
export async function answerStorageQuestion(
  { storage }: StorageQuestion,
  port: AmountPort | undefined,
  parts: readonly KeptPart[],
): Promise<void> {
  if (storage === 'remove') await Promise.all(parts.map((part) => part.clear()));
  const amounts = await Promise.all(parts.map((part) => part.bytes()));
  port?.postMessage(amounts.reduce((sum, bytes) => sum + bytes, 0));
}
