import { readFile, rm, writeFile } from 'node:fs/promises';

import { BuildLock } from '../build-lock.ts';
import { OutputError } from '../output-error.ts';
import { isRunning } from '../lock-claims.ts';

/*
 * A separate process that takes a lock repeatedly until it is killed: lock-contender.ts LOCK MARK. Prints "in" each
 * time it has held the lock, and "NOT ALONE" when another running process held it at the same time.
 */
const [lockPath = '', markPath = ''] = process.argv.slice(2);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * 4));

for (;;) {
  try {
    const lock = await BuildLock.take(lockPath, 'site');
    await writeFile(markPath, String(process.pid), { flag: 'wx' }).catch(async () => {
      const other = Number(await readFile(markPath, 'utf8').catch(() => 0));
      if (other > 0 && (await isRunning(other))) print(`NOT ALONE: ${process.pid} and ${other}`);
      await writeFile(markPath, String(process.pid));
    });
    await pause();
    // A write of a killed process may complete after the process counts as ended, so marks of ended processes are
    // ignored.
    const found = Number(await readFile(markPath, 'utf8').catch(() => 0));
    if (found > 0 && found !== process.pid && (await isRunning(found)))
      print(`NOT ALONE: ${process.pid} found ${found}`);
    await rm(markPath, { force: true });
    print('in');
    await lock.release();
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
  }
  await pause();
}
