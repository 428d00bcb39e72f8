import { describe, expect, it } from 'vitest';

import type { Engine, LoadedData } from './questions.ts';
import { readAhead } from './read-ahead.ts';

const siteUrl = 'https://coast.example/';

interface Call {
  readonly siteUrl: string;
  readonly progress: (loaded: number, of: number) => void;
  readonly answer: (data: LoadedData) => void;
  readonly fail: (error: Error) => void;
}

function engineWithCalls() {
  const calls: Call[] = [];
  const engine = {
    load: (siteUrl: string, progress: Call['progress']) =>
      new Promise<LoadedData>((answer, fail) => {
        calls.push({ siteUrl, progress, answer, fail });
      }),
  } as Partial<Engine> as Engine;
  return { calls, engine: readAhead(engine, siteUrl) };
}

const data = (dataVersion: string): LoadedData => ({ dataVersion }) as LoadedData;

describe('reading ahead', () => {
  it('begins before it is asked to, and gives what it read to the first who asks', async () => {
    const { calls, engine } = engineWithCalls();
    expect(calls).toHaveLength(1);
    const heard: string[] = [];
    const loaded = engine.load(siteUrl, (loaded, of) => heard.push(`${loaded} of ${of}`));
    calls[0]?.progress(16_384, 17_330);
    calls[0]?.answer(data('first'));
    expect((await loaded).dataVersion).toBe('first');
    expect(heard).toEqual(['16384 of 17330']);
    expect(calls).toHaveLength(1);
  });

  it('reads anew for whoever asks next', async () => {
    const { calls, engine } = engineWithCalls();
    calls[0]?.answer(data('first'));
    await engine.load(siteUrl);
    const again = engine.load(siteUrl);
    calls[1]?.answer(data('second'));
    expect((await again).dataVersion).toBe('second');
  });

  it('tells of a failure once somebody asks, and lets it be tried again', async () => {
    const { calls, engine } = engineWithCalls();
    calls[0]?.fail(new Error('out of reach'));
    await expect(engine.load(siteUrl)).rejects.toThrow('out of reach');
    const again = engine.load(siteUrl);
    calls[1]?.answer(data('second'));
    expect((await again).dataVersion).toBe('second');
  });

  it('reads another site when another is asked for', () => {
    const { calls, engine } = engineWithCalls();
    void engine.load('https://other.example/');
    expect(calls.map((call) => call.siteUrl)).toEqual([siteUrl, 'https://other.example/']);
  });
});
