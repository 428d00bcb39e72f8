import { exitCodes } from '../../core/site/exit-codes.ts';
import { runCommand, UsageError } from '../run-command.ts';
import { countFaults, formatVerification, readVerifyOptions, usage, verifySite } from './verify-site.ts';

const defaultMaximumFiles = 50;

async function run(commandLine: readonly string[]): Promise<number> {
  const options = readVerifyOptions(commandLine);
  if (options === '') {
    process.stdout.write(`${usage}\n`);
    return exitCodes.success;
  }
  if (typeof options === 'string') throw new UsageError(options);
  const isTerminal = process.stderr.isTTY;
  const verification = await verifySite({
    url: options.url,
    publicOrigin: options.publicOrigin,
    maximumFiles: options.checksAllFiles ? Number.POSITIVE_INFINITY : defaultMaximumFiles,
    onPart: (title) => {
      if (isTerminal) process.stderr.write(`… ${title}\n`);
    },
    onProgress: (done, of) => {
      if (isTerminal) process.stderr.write(`\r  ${done} of ${of} files${done === of ? '\n' : ''}`);
    },
  });
  process.stdout.write(`${formatVerification(verification)}\n`);
  return countFaults(verification) === 0 ? exitCodes.success : exitCodes.failed;
}

await runCommand({ usage, expectedErrors: [], run });
