import { runCommand, UsageError } from '../../../build-data/run-command.ts';
import { exitCodes } from '../../../core/http/exit-codes.ts';
import { readVerifyOptions, usage } from './options.ts';
import { formatVerification, isCorrect, verifySite } from './verify-site.ts';

async function run(commandLine: readonly string[]): Promise<number> {
  const options = readVerifyOptions(commandLine);
  if (options === '') {
    process.stdout.write(`${usage}\n`);
    return exitCodes.success;
  }
  if (typeof options === 'string') throw new UsageError(options);
  const isTerminal = process.stderr.isTTY;
  const verification = await verifySite({
    ...options,
    onPart: (title) => {
      if (isTerminal) process.stderr.write(`… ${title}\n`);
    },
  });
  process.stdout.write(`${formatVerification(verification)}\n`);
  return isCorrect(verification) ? exitCodes.success : exitCodes.failed;
}

await runCommand({ usage, expectedErrors: [], run });
