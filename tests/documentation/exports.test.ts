import { describe, expect, it } from 'vitest';

import { exportFormats } from '../../build-data/exports/export-formats.ts';
import { hostileTexts } from '../../build-data/exports/testing/hostile-records.ts';
import { csvSnippets } from '../../build-data/pages/downloads-page.ts';
import { exportMarkColumn, fromExportedText, toExportedText } from '../../core/datasets/csv.ts';
import { datasets, rawData } from '../../core/datasets/datasets.ts';
import { checksumsPath, exportEndingOf, exportPath } from '../../core/storage/format/layout.ts';
import { codeBlocks, read, section, tableRows } from './markdown.ts';

const document = read('docs/exports.md');

describe('docs/exports.md', () => {
  it('lists exactly the existing formats, with file and media type', () => {
    const listed = tableRows(section(document, '## The files')).slice(1);
    const expected = exportFormats.map(({ title, format, mediaType, suits }) => {
      const names = datasets.filter((dataset) => suits?.(dataset) !== false).map(({ name }) => name);
      const name = names.length === datasets.length ? '<Dataset>' : names.join();
      return [title, `\`${exportPath(name, exportEndingOf[format]).replace(/^.*\//, '')}\``, `\`${mediaType}\``];
    });
    expect(listed.map((row) => row.slice(0, 3))).toEqual(expected);
    for (const { title } of exportFormats) expect(section(document, `## ${title}`)).not.toBe('');
    expect(document).toContain(`\`${checksumsPath}\``);
    expect(document).toContain(`\`${exportMarkColumn}\``);
  });

  it('has an expression that removes exactly the added apostrophes', () => {
    const [source = ''] = codeBlocks(section(document, '## CSV for spreadsheets'), '');
    const expression = new RegExp(source.trim(), 'g');
    expect(source).toContain('＝');
    for (const text of [...hostileTexts, "'s", "'t =1"]) {
      const exported = toExportedText(text);
      expect(exported.replace(expression, '')).toBe(text);
      expect(fromExportedText(exported)).toBe(text);
    }
  });

  it('has the same code for reading the CSV of raw data as the downloads page', () => {
    const text = section(document, '## CSV');
    for (const { language, code } of csvSnippets(rawData)) expect(codeBlocks(text, language)).toEqual([code]);
  });
});
