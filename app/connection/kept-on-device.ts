import { askWorker, workerContainer } from './worker-control.ts';

/**
 * How many bytes of this site are kept on the device, to work without a network; 0 where there is no worker to keep any.
 * With `remove` all of it is removed first. Never rejects; undefined when the worker does not answer.
 */
export async function keptOnDevice(storage: 'tell' | 'remove'): Promise<number | undefined> {
  try {
    const registration = await workerContainer()?.getRegistration();
    if (!registration?.active) return 0;
    const bytes = await askWorker(registration.active, { storage });
    return typeof bytes === 'number' ? bytes : undefined;
  } catch {
    return 0;
  }
}
