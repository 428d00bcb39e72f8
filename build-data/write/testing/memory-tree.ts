import type { TreeSink } from '../tree-sink.ts';

export class MemoryTree implements TreeSink {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();

  write(path: string, bytes: Uint8Array): void {
    const known = this.files.get(path);
    if (known && Buffer.compare(known, bytes) !== 0)
      throw new Error(`${path} was written twice with different content`);
    this.files.set(path, Uint8Array.from(bytes));
  }
}
