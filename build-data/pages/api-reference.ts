import { readFileSync } from 'node:fs';

import { heading, html, subheading, table, type Html, type Insertion } from './html.ts';

interface ReferenceSection {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

/** The page has examples, terms and links to documents of its own, and the data dictionary describes fields and positions. */
const omittedSections = ['CoastalFeatures', 'RawData', 'Positions', 'Documents', 'Spatial index'];

/**
 * The rules of the API from `docs/api.md`, so that they are written in one place. Compiled programs read a copy that
 * `vite.config.ts` makes.
 */
export function apiReference(): readonly ReferenceSection[] {
  const [, ...sections] = splitAtHeadings(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8'), '## ');
  return sections.filter(isForSite).map((section) => {
    const title = titleOf(section);
    const [text = '', ...subsections] = splitAtHeadings(section.slice(section.indexOf('\n')), '### ');
    const body = subsections
      .filter(isForSite)
      .map((each) => [subheading(slugOf(titleOf(each)), titleOf(each)), blocks(each.slice(each.indexOf('\n')))]);
    return { id: slugOf(title), title, body: html`${heading(slugOf(title), title)} ${blocks(text)} ${body}` };
  });
}

/** The text before the first heading of a level, then one text for each heading, without the marker of the heading. */
function splitAtHeadings(text: string, marker: string): readonly string[] {
  return text.split(new RegExp(`^${marker}`, 'm'));
}

const titleOf = (section: string): string => section.slice(0, section.indexOf('\n'));
const isForSite = (section: string): boolean => !omittedSections.includes(titleOf(section));
const slugOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

/** Converts the Markdown of the reference: paragraphs, lists and tables. Code blocks are omitted. */
function blocks(text: string): Html[] {
  const withoutCode = text.replaceAll(/^```.*?^```$/gms, '');
  return Array.from(withoutCode.matchAll(/(?:^.+\n?)+/gm), ([block]) => {
    if (block.startsWith('|')) return tableFrom(block);
    const [, ...items] = `\n${block}`.split(/\n(?:-|\d\.) +/);
    if (items.length === 0) return html`<p>${inline(block)}</p>`;
    const entries = items.map((item) => html`<li>${inline(item)}</li>`);
    return /^\d/.test(block)
      ? html`<ol>
          ${entries}
        </ol>`
      : html`<ul>
          ${entries}
        </ul>`;
  });
}

function tableFrom(block: string): Html {
  const [names = [], , ...rows] = block
    .trim()
    .split('\n')
    .map((row) =>
      row
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
  return table(
    names,
    rows.map((cells) => cells.map(inline)),
  );
}

function inline(text: string): Insertion[] {
  const match = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/s.exec(text);
  if (!match) return [text];
  return [text.slice(0, match.index), elementOf(match), ...inline(text.slice(match.index + match[0].length))];
}

/** A link to another document or to an omitted section becomes plain text. */
function elementOf([, code, strong, emphasis, label = '', target = '']: RegExpExecArray): Insertion {
  if (code !== undefined) return html`<code>${code}</code>`;
  if (strong !== undefined) return html`<strong>${inline(strong)}</strong>`;
  if (emphasis !== undefined) return html`<em>${inline(emphasis)}</em>`;
  const isOnPage = target.startsWith('#') && !omittedSections.some((title) => target === `#${slugOf(title)}`);
  return isOnPage ? html`<a href="${target}">${inline(label)}</a>` : inline(label);
}
