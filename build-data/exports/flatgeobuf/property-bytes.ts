import type { DatasetRecord, FieldDescription } from '../../../core/datasets/dataset-description.ts';

const startBytes = 16 * 1024;

/**
 * The properties of features as FlatGeobuf has them: of each value that is no null the number of its column in two bytes,
 * then the value; before a text its length in four.
 */
export class PropertyBytes {
  #buffer = Buffer.allocUnsafe(startBytes);

  /** Valid until the next call. */
  of(record: DatasetRecord, fields: readonly FieldDescription[]): Uint8Array {
    let used = 0;
    for (const [column, { name, type }] of fields.entries()) {
      const value = record[name] ?? null;
      if (value === null) continue;
      this.#reserve(used, 14 + (typeof value === 'string' ? value.length * 3 : 0));
      used = this.#buffer.writeUInt16LE(column, used);
      if (typeof value === 'string') {
        const bytes = this.#buffer.write(value, used + 4);
        used = this.#buffer.writeUInt32LE(bytes, used) + bytes;
      } else if (type === 'integer') {
        used = this.#buffer.writeBigInt64LE(BigInt(value), used);
      } else {
        used = this.#buffer.writeDoubleLE(value, used);
      }
    }
    return this.#buffer.subarray(0, used);
  }

  #reserve(used: number, more: number): void {
    if (used + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, used + more));
    this.#buffer.copy(larger, 0, 0, used);
    this.#buffer = larger;
  }
}
