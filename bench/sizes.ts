import { parseArgs } from 'node:util';

/** How many records to measure with: `--sizes 17330,100000`, or three orders of magnitude. */
export function sizesAsked(): readonly number[] {
  const { sizes } = parseArgs({ options: { sizes: { type: 'string', default: '17330,100000,1000000' } } }).values;
  return sizes.split(',').map((text) => {
    const size = Number(text);
    if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`--sizes ${sizes}: "${text}" is not a size`);
    return size;
  });
}
