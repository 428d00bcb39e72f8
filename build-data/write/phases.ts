import { channel } from 'node:diagnostics_channel';

const phases = channel('coastwatch:build-phase');

/** Says that a phase of a build begins, and the one before ends. `npm run bench:build` measures them. */
export function beginPhase(name: string): void {
  phases.publish(name);
}
