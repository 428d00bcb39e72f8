import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from '../support/repository.ts';

/** Reads a file of the repository as text. */
export const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

/** The text from a heading to the next one of the same or a higher level. */
export function section(text: string, heading: string): string {
  const [, level = ''] = /^(#+)/.exec(heading) ?? [];
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`there is no heading "${heading}"`);
  const after = text.slice(start + heading.length + 2);
  const next = new RegExp(`^#{1,${level.length}} `, 'm').exec(after);
  return next ? after.slice(0, next.index) : after;
}

/** The cells of every row of every table, without the separator rows. */
export function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}

/** The first row of any table with this first cell. */
export function findRow(text: string, firstCell: string): string[] | undefined {
  return tableRows(text).find(([first]) => first === firstCell);
}

export function codeBlocks(text: string, language: string): string[] {
  return Array.from(text.matchAll(/^```(\w*)\n(.*?)\n```$/gms)).flatMap(([, found, content = '']) =>
    found === language ? [content] : [],
  );
}
