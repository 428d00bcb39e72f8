import { parseArgs } from 'node:util';

import { verifySite, type Verification } from './verify-site.ts';

const usage = `Usage: npm run verify -- URL [--all]

  URL      the root of a deployed site, such as https://data.example.org/coast/
  --all    fetch every file of the data and compare it with its name; otherwise some 50 of them`;

const mostFilesUnlessAll = 50;
/** Of one kind of fault that many, then how many more there are. */
const mostFindingsShown = 8;

function readOptions(): { readonly url: string; readonly isAll: boolean } | undefined {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { all: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
    const [text] = positionals;
    if (values.help || positionals.length !== 1 || text === undefined) return undefined;
    if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
    const { origin, pathname } = new URL(text);
    return { url: `${origin}${pathname.replace(/\/*$/, '/')}`, isAll: values.all };
  } catch {
    return undefined;
  }
}

function report(verification: Verification): string {
  const lines: string[] = [];
  for (const { title, findings } of verification.parts) {
    lines.push(`${findings.length === 0 ? 'ok   ' : 'WRONG'} ${title}`);
    for (const { what, remedy } of findings.slice(0, mostFindingsShown)) {
      lines.push(`      ${what}`, `        -> ${remedy}`);
    }
    const more = findings.length - mostFindingsShown;
    if (more > 0) lines.push(`      and ${more} more like these`);
  }
  const { dataVersion, builtAt, requests, queries } = verification;
  if (dataVersion !== undefined)
    lines.push(`Data version ${dataVersion}, built at ${builtAt ?? ''}; ${requests} requests.`);
  if (queries === 'refused') {
    lines.push('This host has files alone: queries are refused, as they must be. The explorer answers them by itself.');
  }
  return lines.join('\n');
}

const options = readOptions();
if (options) {
  const isTerminal = process.stderr.isTTY;
  const verification = await verifySite({
    url: options.url,
    mostFiles: options.isAll ? Number.POSITIVE_INFINITY : mostFilesUnlessAll,
    onPart: (title) => {
      if (isTerminal) process.stderr.write(`… ${title}\n`);
    },
    onProgress: (done, of) => {
      if (isTerminal) process.stderr.write(`\r  ${done} of ${of} files${done === of ? '\n' : ''}`);
    },
  });
  const wrong = verification.parts.reduce((sum, { findings }) => sum + findings.length, 0);
  process.stdout.write(`${report(verification)}\n`);
  process.stdout.write(wrong === 0 ? 'All is as the contract says.\n' : `${wrong} faults.\n`);
  process.exitCode = wrong === 0 ? 0 : 1;
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}
