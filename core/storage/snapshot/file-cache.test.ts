import { describe, expect, it } from 'vitest';
import { contentHash, type FileReference } from '../format/file-reference.ts';
import { dataFilePath } from '../format/layout.ts';
import { DatasetReader } from './dataset-reader.ts';
import { DataFiles, FileCache } from './file-cache.ts';
import { CancelToken, type ReadOptions, type Store, StoredDataError } from './store.ts';
import { encodedManifest } from './testing/encoded-manifest.ts';

const mayUseCache: ReadOptions = { fresh: false };
const fresh: ReadOptions = { fresh: true };
const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A store in memory that records each read. */
class RecordingStore implements Store {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly reads: string[] = [];
  #gate: Promise<unknown> = Promise.resolve();

  async read(path: string, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
    this.reads.push(options.fresh ? `${path} fresh` : path);
    await this.#gate;
    const bytes = this.files.get(path);
    if (!bytes) throw new StoredDataError(path, 'missing');
    return bytes;
  }

  /** Blocks new reads until the returned function is called. */
  block(): () => void {
    let release: () => void = () => undefined;
    this.#gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    return release;
  }

  /** No longer blocks new reads. Reads that are already blocked keep waiting. */
  unblock(): void {
    this.#gate = Promise.resolve();
  }

  async add(text: string): Promise<FileReference> {
    const bytes = new TextEncoder().encode(text);
    const file = { hash: await contentHash(bytes), bytes: bytes.length };
    this.files.set(pathOf(file), bytes);
    return file;
  }
}

const pathOf = (file: FileReference): string => dataFilePath({ hash: file.hash, extension: 'bin' });

describe('reading data files', () => {
  it('continues a shared read while a caller waits for it, and starts a new read once all have cancelled', async () => {
    const store = new RecordingStore();
    const file = await store.add('one');
    const files = new DataFiles(store, new FileCache(1000));
    const release = store.block();
    const [first, second] = [new CancelToken(), new CancelToken()];
    const read = async (cancelToken: CancelToken): Promise<string> =>
      files.read(file, 'bin', toText, { fresh: false, cancelToken });
    const [one, two] = [read(first), read(second)];
    first.cancel(new Error('enough'));
    await expect(one).rejects.toEqual(new StoredDataError(pathOf(file), 'unreachable (enough)'));
    const three = read(new CancelToken());
    expect(store.reads).toHaveLength(1);
    release();
    expect([await two, await three]).toEqual(['one', 'one']);

    const other = await store.add('two');
    store.block();
    const hanging = files.readBytes(other, 'bin', { fresh: false, cancelToken: second });
    const alsoHanging = files.read(other, 'bin', toText, { fresh: false, cancelToken: second });
    second.cancel(new Error('enough'));
    await expect(hanging).rejects.toThrow('enough');
    await expect(alsoHanging).rejects.toThrow('enough');
    store.unblock();
    expect(await files.read(other, 'bin', toText, mayUseCache)).toBe('two');
  });

  it('shares a failure between simultaneous reads, but does not cache it', async () => {
    const store = new RecordingStore();
    const file = await store.add('returns');
    const bytes = store.files.get(pathOf(file)) ?? new Uint8Array();
    store.files.clear();
    const files = new DataFiles(store, new FileCache(1000));
    const readings = [files.read(file, 'bin', toText, mayUseCache), files.read(file, 'bin', toText, mayUseCache)];
    const outcomes = await Promise.allSettled(readings);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(store.reads).toHaveLength(1);
    store.files.set(pathOf(file), bytes);
    expect(await files.read(file, 'bin', toText, mayUseCache)).toBe('returns');
  });

  it('does not share a pending read with a fresh read', async () => {
    const store = new RecordingStore();
    const file = await store.add('text');
    const files = new DataFiles(store, new FileCache(1000));
    const release = store.block();
    const usual = files.read(file, 'bin', toText, mayUseCache);
    store.unblock();
    expect(await files.read(file, 'bin', toText, fresh)).toBe('text');
    expect(store.reads).toEqual([pathOf(file), `${pathOf(file)} fresh`]);
    release();
    expect(await usual).toBe('text');
  });

  it.each([
    { problem: 'too short', bytes: 'tex', message: '3 bytes instead of 4' },
    { problem: 'too long', bytes: 'text ', message: '5 bytes instead of 4' },
    { problem: 'changed', bytes: 'teXt', message: 'its content does not match its name' },
  ])('refuses a file that does not match its reference, and names it: $problem', async ({ bytes, message }) => {
    const store = new RecordingStore();
    const file = await store.add('text');
    store.files.set(pathOf(file), new TextEncoder().encode(bytes));
    const files = new DataFiles(store, new FileCache(1000));
    const expected = new StoredDataError(pathOf(file), message);
    await expect(files.read(file, 'bin', toText, mayUseCache)).rejects.toEqual(expected);
    await expect(files.readBytes(file, 'bin', mayUseCache)).rejects.toEqual(expected);
    expect(expected.message).toBe(`${pathOf(file)}: ${message}`);
  });
});

it('a manifest is decoded again only if the store returns other bytes', async () => {
  let bytes = await encodedManifest('one');
  const reader = new DatasetReader({ read: () => Promise.resolve(bytes) });
  const { manifest } = await reader.openSnapshot();
  expect((await reader.openSnapshot()).manifest).toBe(manifest);
  bytes = await encodedManifest('two');
  expect((await reader.openSnapshot()).manifest.dataVersion).toBe('two');
});
