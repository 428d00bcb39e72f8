import { countFaults, formatVerification } from './format-verification.ts';
import { readVerifyOptions, usage } from './options.ts';
import { verifySite } from './verify-site.ts';

const mostFilesUnlessAll = 50;
/** Exit codes: something is not as it should be; the command line was not understood. */
const faulty = 1;
const misused = 2;

const options = readVerifyOptions(process.argv.slice(2));
if (typeof options === 'object') {
  const isTerminal = process.stderr.isTTY;
  const verification = await verifySite({
    url: options.url,
    publicOrigin: options.publicOrigin,
    mostFiles: options.isAll ? Number.POSITIVE_INFINITY : mostFilesUnlessAll,
    onPart: (title) => {
      if (isTerminal) process.stderr.write(`… ${title}\n`);
    },
    onProgress: (done, of) => {
      if (isTerminal) process.stderr.write(`\r  ${done} of ${of} files${done === of ? '\n' : ''}`);
    },
  });
  process.stdout.write(`${formatVerification(verification)}\n`);
  process.exitCode = countFaults(verification) === 0 ? 0 : faulty;
} else if (options === '') {
  process.stdout.write(`${usage}\n`);
} else {
  process.stderr.write(`${options}\n\n${usage}\n`);
  process.exitCode = misused;
}
