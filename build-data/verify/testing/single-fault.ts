import type { Fault } from './faulty-host.ts';

/** What is wrong, how the host does it, what is said, and what is advised. */
export type SingleFault = readonly [name: string, fault: Fault, what: RegExp, remedy: RegExp];
