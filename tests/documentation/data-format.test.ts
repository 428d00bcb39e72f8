import { describe, expect, it } from 'vitest';

import { datasets } from '../../core/datasets/datasets.ts';
import { fileKinds, formatVersion } from '../../core/storage/format/envelope.ts';
import { contentHash } from '../../core/storage/format/file-reference.ts';
import {
  changeLogPath,
  dataFilePath,
  dictionaryPath,
  apiDocumentPath,
  apiDocuments,
  manifestPath,
} from '../../core/storage/format/layout.ts';
import { encodeIdentifierBlock } from '../../core/storage/format/identifier-block.ts';
import { manifestFormat } from '../../core/storage/snapshot/manifest.ts';
import { codeBlocks, read, findRow, section } from './markdown.ts';
import { workedExample } from './worked-example.ts';

const dataFormat = read('docs/data-format.md');

describe('docs/data-format.md', () => {
  it('lists the magic number, the versions and the kinds of file', () => {
    const [magic, kinds, version] = [0, 4, 5].map((offset) =>
      findRow(section(dataFormat, '### Header'), String(offset)),
    );
    const file = encodeIdentifierBlock([], 0, []);
    expect(magic?.[2]).toContain(`\`${hexadecimal(file.subarray(0, 4))}\``);
    expect(kinds?.[2]).toBe(
      `file kind: ${Object.entries(fileKinds)
        .map(([name, kind]) => `${kind} ${name}`)
        .join(', ')}`,
    );
    expect(version?.[2]).toBe(`format version: ${file[5] ?? 'none'}`);
    expect(dataFormat).toContain(`{"format":"${manifestFormat}","version":${formatVersion},"checksum":`);
    expect(section(dataFormat, '## Changelog')).toContain(`- **${formatVersion}** `);
  });

  it('lists exactly the fields in the columns of each dataset', () => {
    const table = section(dataFormat, '## Column chunk');
    for (const { name, columns } of datasets) {
      const fields = findRow(table, `\`${name}\``)
        ?.slice(1)
        .join()
        .match(/(?<=`)\w+(?=`)/g);
      expect(fields).toEqual([columns.placeName, ...columns.texts.map(({ field }) => field)]);
    }
  });

  it('lists exactly the groups of detail columns of each dataset', () => {
    const table = section(dataFormat, '## Detail chunk');
    for (const { name, columns } of datasets) {
      const groups = findRow(table, `\`${name}\``)
        ?.slice(1)
        .join()
        .split(';')
        .map((group) => group.match(/(?<=`)\w+(?=`)/g));
      expect(groups).toEqual(columns.details);
    }
  });

  it('lists every path of the tree', () => {
    const paths = [
      manifestPath,
      dataFilePath({ hash: '<hash>', extension: 'json' }),
      dataFilePath({ hash: '<hash>', extension: 'bin' }),
      ...apiDocuments.map(apiDocumentPath),
      dictionaryPath('<Dataset>', 'csv'),
      dictionaryPath('<Dataset>', 'json'),
      changeLogPath,
    ];
    for (const path of paths) expect(dataFormat).toContain(`\`${path}\``);
  });

  it('shows the output of the encoders in its worked example', async () => {
    const example = section(dataFormat, '## Worked example');
    const { texts, files } = await workedExample();
    expect(codeBlocks(example, 'json')).toEqual(texts);
    expect(codeBlocks(example, 'hex')).toEqual(files.map(dump));
    for (const bytes of [...texts.slice(0, -1).map((text) => new TextEncoder().encode(text)), ...files]) {
      const extension = files.includes(bytes) ? 'bin' : 'json';
      const path = dataFilePath({ hash: await contentHash(bytes), extension });
      expect(example).toContain(`${bytes.length} bytes, \`${path}\``);
    }
  });
});

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/** Sixteen bytes per line, after the offset of the first. */
function dump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += 16) {
    lines.push(`${offset.toString(16).padStart(4, '0')}  ${hexadecimal(bytes.subarray(offset, offset + 16))}`);
  }
  return lines.join('\n');
}
