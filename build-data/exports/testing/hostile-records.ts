import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { sampleRecord } from '../../read/testing/sample-content.ts';

/** Texts that break a naive writer of at least one format. */
export const hostileTexts: readonly string[] = [
  '',
  "'",
  "''",
  'null',
  'NULL',
  '=HYPERLINK("http://x.example","click")',
  "'=1+1",
  '+61 8 9000 0000',
  '-5',
  "'-5",
  '@SUM(A1)',
  '＝1',
  '\tindented',
  '\r\n=1',
  'kelp;=1+2;x',
  "kelp\t=1+2, '@x",
  'kelp; "=1+2";\r\n\n\'+3',
  'two\nlines, "quoted"',
  ' padded ',
  '# no comment',
  '\ufeffmark',
  '</name><script>alert(1)</script>&amp;]]>',
  'bell\u0007 and \u001b[2J and \u000b',
  '\ufffe\uffff',
  '🦈 Zoë \u2028 \u0301',
  '007',
  '1e5',
  'x'.repeat(70_000),
];

/** A record for each hostile text, with that text in every text field; then one with a null in every nullable field. */
export function hostileRecords(dataset: DatasetDescription): DatasetRecord[] {
  const withText = (text: string | null, identifier: number): DatasetRecord => {
    const changes: Record<string, string | number | null> = { [dataset.identifierField]: identifier };
    for (const { name, type, nulls, lengthOf } of dataset.fields) {
      if (type === 'text' && !(nulls === 'never' && (text ?? '') === '')) changes[name] = text;
      if (type === 'dateTime' && text === null && nulls !== 'never') changes[name] = null;
      if (lengthOf !== undefined) changes[name] = (text ?? '').length;
    }
    return sampleRecord(dataset, changes);
  };
  return [...hostileTexts, null].map((text, index) => withText(text, index * 3));
}
