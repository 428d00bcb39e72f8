import { parseArgs } from 'node:util';

export const usage = `Usage: npm run verify -- URL [--all]

  URL      the root of a deployed site, such as https://data.example.org/coast/
  --all    fetch every file of the data and every download, and compare it with its name or checksum; otherwise some 50
           files of the data and one download`;

export interface VerifyCommandOptions {
  /** Of the root of the site, ending in a slash. */
  readonly url: string;
  readonly isAll: boolean;
}

/** What is wrong with the command line, as a text; an empty one when it asks for help. */
export function readVerifyOptions(commandLine: readonly string[]): VerifyCommandOptions | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: { all: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
    if (values.help) return '';
    const [text, ...more] = positionals;
    if (text === undefined) return 'The address of the site is missing.';
    if (more.length > 0) return `One address at a time: ${more.join(' ')} is too much.`;
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
      return `${text} is not an address such as https://data.example.org/coast/.`;
    }
    const { origin, pathname } = new URL(text);
    return { url: origin + pathname.replace(/(?:\/(?:index\.html)?)*$/, '/'), isAll: values.all };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
