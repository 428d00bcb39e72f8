import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ByteReader, ByteWriter, MalformedBytesError } from './bytes.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

function writeBytes(write: (writer: ByteWriter) => void): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  write(writer);
  return writer.finish();
}

const largest = Number.MAX_SAFE_INTEGER;
const edgesOfUnsigned = [0, 1, 63, 64, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 49, largest];
const unsignedIntegers = fc.oneof(fc.constantFrom(...edgesOfUnsigned), fc.maxSafeNat());
const signedIntegers = fc.oneof(
  fc.constantFrom(...edgesOfUnsigned, ...edgesOfUnsigned.map((value) => 0 - value)),
  fc.maxSafeInteger(),
);
const byteRuns = fc.uint8Array({ maxLength: 60 }).map((run) => Uint8Array.from(run));

describe('writing and reading bytes', () => {
  it('restores every unsigned integer from the least number of seven-bit groups', () => {
    fc.assert(
      fc.property(unsignedIntegers, (value) => {
        const bytes = writeBytes((writer) => {
          writer.unsigned(value);
        });
        expect(bytes).toHaveLength(Math.max(1, Math.ceil(value.toString(2).length / 7)));
        const reader = new ByteReader(bytes);
        expect(reader.unsigned()).toBe(value);
        expect(reader.remaining).toBe(0);
      }),
    );
  });

  it('restores every signed integer, and never minus zero', () => {
    fc.assert(
      fc.property(signedIntegers, (value) => {
        const bytes = writeBytes((writer) => {
          writer.signed(value);
        });
        const reader = new ByteReader(bytes);
        expect(reader.signed()).toBe(value === 0 ? 0 : value);
        expect(reader.remaining).toBe(0);
      }),
    );
  });

  it('restores every double exactly, and integers of one and four bytes', () => {
    fc.assert(
      fc.property(fc.double(), fc.nat({ max: 255 }), fc.nat({ max: 0xffff_ffff }), (double, one, four) => {
        const reader = new ByteReader(
          writeBytes((writer) => {
            writer.uint8(one);
            writer.float64(double);
            writer.uint32(four);
          }),
        );
        expect([reader.uint8(), reader.float64(), reader.uint32()]).toEqual([one, double, four]);
      }),
    );
  });

  it('loses nothing when the buffer grows', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(signedIntegers, byteRuns), { minLength: 200, maxLength: 400 }), (items) => {
        const bytes = writeBytes((writer) => {
          for (const [value, run] of items) {
            writer.signed(value);
            writer.unsigned(run.length);
            writer.bytes(run);
          }
        });
        const reader = new ByteReader(bytes);
        for (const [value, run] of items) {
          expect(reader.signed()).toBe(value === 0 ? 0 : value);
          expect(reader.bytes(reader.unsigned())).toEqual(run);
        }
        expect(reader.remaining).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  it('reports that the data ends too early, wherever it is truncated', () => {
    const bytes = writeBytes((writer) => {
      writer.unsigned(largest);
      writer.signed(-largest);
      writer.float64(Math.PI);
      writer.uint32(7);
      writer.bytes(Uint8Array.of(1, 2, 3));
    });
    for (let length = 0; length < bytes.length; length++) {
      const reader = new ByteReader(bytes.slice(0, length));
      expect(() => {
        reader.unsigned();
        reader.signed();
        reader.float64();
        reader.uint32();
        reader.bytes(3);
      }).toThrow(new MalformedBytesError('the data ends too early'));
    }
  });

  it('refuses unsafe integers and integers that never end', () => {
    const endless = new Uint8Array(1000).fill(0xff);
    expect(() => new ByteReader(endless).unsigned()).toThrow(MalformedBytesError);
    expect(() => new ByteReader(endless).signed()).toThrow(MalformedBytesError);
    const zeros = new Uint8Array(1000).fill(0x80);
    expect(() => new ByteReader(zeros).unsigned()).toThrow(MalformedBytesError);
    const oneTooMany = Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10); // 2^53
    expect(() => new ByteReader(oneTooMany).unsigned()).toThrow(new MalformedBytesError('an integer is too large'));
  });

  it('reads random bytes as a value or throws MalformedBytesError, but no other error', () => {
    const readings: ((reader: ByteReader) => unknown)[] = [
      (reader) => reader.unsigned(),
      (reader) => reader.signed(),
      (reader) => reader.count(2),
      (reader) => reader.float64(),
      (reader) => reader.uint32(),
      (reader) => reader.bytes(reader.unsigned()),
    ];
    fc.assert(
      fc.property(byteRuns, fc.infiniteStream(fc.constantFrom(...readings)), (bytes, stream) => {
        const reader = new ByteReader(bytes);
        try {
          for (const reading of stream.take(100)) reading(reader);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBytesError);
        }
        expect(reader.remaining).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: sizeOf(2000) },
    );
  });
});

describe('the envelope of binary files', () => {
  const file = writeEnvelope('tile', (writer) => {
    writer.float64(12.5);
  });
  const read = (bytes: Uint8Array<ArrayBuffer>): number => readEnvelope('tile', bytes, (reader) => reader.float64());
  const changed = (index: number, value: number): Uint8Array<ArrayBuffer> => {
    const copy = file.slice();
    copy[index] = value;
    return copy;
  };

  it('restores the content, which starts at offset 12', () => {
    expect(read(file)).toBe(12.5);
    expect(file).toHaveLength(20);
    expect(
      readEnvelope(
        'listTable',
        writeEnvelope('listTable', () => undefined),
        () => 'nothing',
      ),
    ).toBe('nothing');
  });

  it.each([
    { problem: 'too short for a header', bytes: file.slice(0, 11), message: '11 bytes are too few for a header' },
    { problem: 'no bytes at all', bytes: new Uint8Array(), message: '0 bytes are too few for a header' },
    { problem: 'another magic', bytes: changed(0, 0x44), message: 'not a Coastwatch data file' },
    { problem: 'another kind', bytes: changed(4, 1), message: 'file kind 1 instead of a tile' },
    {
      problem: 'another version',
      bytes: changed(5, 3),
      message: 'format version 3, while this reader knows version 11',
    },
    { problem: 'reserved bytes in use', bytes: changed(7, 1), message: 'reserved bytes are in use' },
    { problem: 'another length', bytes: changed(8, 21), message: '20 bytes, while its header says 21' },
    { problem: 'cut short', bytes: file.slice(0, 19), message: '19 bytes, while its header says 20' },
    {
      problem: 'more than its content',
      bytes: writeEnvelope('tile', (writer) => {
        writer.float64(1);
        writer.uint32(0);
      }),
      message: '4 bytes too many',
    },
    {
      problem: 'less than its content',
      bytes: writeEnvelope('tile', (writer) => {
        writer.uint32(0);
      }),
      message: 'the data ends too early',
    },
  ])('refuses a file with a message that names the problem: $problem', ({ bytes, message }) => {
    expect(() => read(bytes)).toThrow(new MalformedBytesError(message));
  });
});
