import { parseArgs } from 'node:util';

import { runCommand, UsageError } from '../../../build-data/run-command.ts';
import { exitCodes } from '../../../core/http/exit-codes.ts';
import { formatVerification, isCorrect, verifySite } from './verify-site.ts';

const usage = `Usage: npm run verify -- URL [--all] [--public-origin URL]

  URL      the root of a deployed site, such as https://data.example.org/coast/
  --all    fetch every data file and every download, and send every request of the contract; without this option, about
           50 data files, one download and a fifth of the requests
  --public-origin URL
           the origin that readers use, such as https://data.example.org, if it is not that of URL: links, feeds and
           metadata must use it
  --help   show this text

Exit codes: 0 everything is right; 1 something is wrong; 2 the command line is wrong; 70 internal error.`;

interface VerifyCommandOptions {
  /** The URL of the site's root, ending in a slash. */
  readonly url: string;
  readonly checksAll: boolean;
  readonly publicOrigin: string | undefined;
}

/** The options, or a message about what is wrong with the command line. The message is empty if help is requested. */
function readVerifyOptions(commandLine: readonly string[]): VerifyCommandOptions | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        'public-origin': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return '';
    const [text, ...more] = positionals;
    if (text === undefined) return 'The address of the site is missing: give the URL of its root.';
    if (more.length > 0) return `Give only one address. Unexpected: ${more.join(' ')}`;
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
      return `${text} is not a URL such as https://data.example.org/coast/.`;
    }
    const publicOrigin = values['public-origin']?.replace(/\/$/, '');
    if (publicOrigin !== undefined && !isOrigin(publicOrigin)) {
      return `--public-origin ${values['public-origin']} is not an origin such as https://data.example.org.`;
    }
    const { origin, pathname } = new URL(text);
    const url = origin + pathname.replace(/(?:\/(?:index\.html)?)*$/, '/');
    return { url, checksAll: values.all, publicOrigin };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

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

await runCommand({ expectedErrors: [], run });
