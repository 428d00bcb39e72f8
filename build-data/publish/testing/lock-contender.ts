import { readFile, rm, writeFile } from 'node:fs/promises';

import { BuildLock } from '../build-lock.ts';
import { OutputError } from '../output-error.ts';
import { isRunning } from '../lock-claims.ts';

/*
 * A process of its own that takes a lock again and again, until it is killed, and looks whether it is alone each time:
 * lock-contender.ts LOCK MARK. Says "in" for each time, and "NOT ALONE" when another one that runs is there too.
 */
const [lockPath = '', markPath = ''] = process.argv.slice(2);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * 4));

for (;;) {
  try {
    const lock = await BuildLock.take(lockPath, 'site');
    await writeFile(markPath, String(process.pid), { flag: 'wx' }).catch(async () => {
      const other = Number(await readFile(markPath, 'utf8').catch(() => 0));
      if (other > 0 && (await isRunning(other))) say(`NOT ALONE: ${process.pid} beside ${other}`);
      await writeFile(markPath, String(process.pid));
    });
    await pause();
    // What a killed process had asked of the system may still be done after it counts as ended: its mark tells nothing.
    const found = Number(await readFile(markPath, 'utf8').catch(() => 0));
    if (found > 0 && found !== process.pid && (await isRunning(found))) say(`NOT ALONE: ${process.pid} found ${found}`);
    await rm(markPath, { force: true });
    say('in');
    await lock.release();
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
  }
  await pause();
}
