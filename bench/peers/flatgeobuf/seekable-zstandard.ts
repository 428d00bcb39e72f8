import { Zstd } from '@hpcc-js/wasm-zstd';
import { concatenate } from './write-flatgeobuf.ts';

/** The smaller of the two sizes that FlatGeobuf's own tests take. */
const frameBytes = 32 * 1024;
/** A file of the highest level, 19, is but 1 % smaller and takes several times as long to write. */
const level = 15;

const seekTableMagic = 0x184d2a5e;
const seekableMagic = 0x8f92eab1;
const entryBytes = 8;
const footerBytes = 9;

/**
 * Zstandard's seekable format: frames that can be read each by itself, and behind them a table of the sizes of each,
 * compressed and not, in a frame that other readers skip.
 */
export async function compressSeekably(content: Uint8Array): Promise<Uint8Array> {
  const zstandard = await Zstd.load();
  const frames: Uint8Array[] = [];
  for (let start = 0; start < content.length; start += frameBytes) {
    frames.push(zstandard.compress(content.subarray(start, start + frameBytes), level));
  }
  const table = new DataView(new ArrayBuffer(8 + frames.length * entryBytes + footerBytes));
  table.setUint32(0, seekTableMagic, true);
  table.setUint32(4, table.byteLength - 8, true);
  for (const [place, frame] of frames.entries()) {
    table.setUint32(8 + place * entryBytes, frame.length, true);
    table.setUint32(12 + place * entryBytes, Math.min(frameBytes, content.length - place * frameBytes), true);
  }
  const footer = table.byteLength - footerBytes;
  table.setUint32(footer, frames.length, true);
  table.setUint8(footer + 4, 0);
  table.setUint32(footer + 5, seekableMagic, true);
  return concatenate([...frames, new Uint8Array(table.buffer)]);
}
