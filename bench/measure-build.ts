import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';

/*
 * Preloaded into a build. Measures its phases, and writes them to the last line of standard error when it exits, as
 * `BuildCost`.
 */

export interface PhaseCost {
  readonly name: string;
  seconds: number;
  processorSeconds: number;
  readBytes: number;
  writtenBytes: number;
}

export interface BuildCost {
  readonly phases: readonly PhaseCost[];
  readonly peakMemoryInBytes: number;
}

type Counters = Omit<PhaseCost, 'name'>;

function readCounters(): Counters {
  const { user, system } = process.cpuUsage();
  const io = readFileSync('/proc/self/io', 'utf8');
  const count = (name: string): number => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1]);
  const processorSeconds = (user + system) / 1e6;
  return {
    seconds: performance.now() / 1000,
    processorSeconds,
    readBytes: count('rchar'),
    writtenBytes: count('wchar'),
  };
}

const costs = new Map<string, PhaseCost>();
let phase = 'start';
let begin: Counters = { seconds: 0, processorSeconds: 0, readBytes: 0, writtenBytes: 0 };

function endPhase(next: string): void {
  const end = readCounters();
  const cost = costs.get(phase) ?? { name: phase, seconds: 0, processorSeconds: 0, readBytes: 0, writtenBytes: 0 };
  costs.set(phase, cost);
  for (const counter of Object.keys(end) as (keyof Counters)[]) cost[counter] += end[counter] - begin[counter];
  phase = next;
  begin = end;
}

subscribe('coastwatch:build-phase', (name) => {
  endPhase(String(name));
});
process.on('exit', () => {
  endPhase('end');
  const peakMemoryInBytes = process.resourceUsage().maxRSS * 1024;
  console.error(`\n${JSON.stringify({ phases: [...costs.values()], peakMemoryInBytes } satisfies BuildCost)}`);
});
