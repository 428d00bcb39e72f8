import { describe, expect, it } from 'vitest';

import { judge, type AuditRun } from './lighthouse-verdict.ts';

const demanded = { performance: 0.95, accessibility: 1 };
const run = (performance: number, machineSpeed = 2000, accessibility = 1, processorShare = 0.9): AuditRun => ({
  scores: { performance, accessibility },
  machineSpeed,
  processorShare,
});

describe('the verdict on runs of Lighthouse', () => {
  it('is reached by the best of them, and then no other is needed', () => {
    expect(judge([run(0.7), run(0.95)], demanded, 5)).toMatchObject({ isReached: true, isWorthAnother: false });
  });

  it('asks for another run while only performance is missed', () => {
    expect(judge([run(0.7)], demanded, 2)).toMatchObject({ isReached: false, isWorthAnother: true });
    expect(judge([run(0.7), run(0.94)], demanded, 2)).toEqual({
      isReached: false,
      isWorthAnother: false,
      words: 'Below what is demanded: performance 94 of 95.',
    });
  });

  it('asks for no other run when something is missed that each would miss', () => {
    expect(judge([run(0.99, 2000, 0.98)], demanded, 5)).toEqual({
      isReached: false,
      isWorthAnother: false,
      words: 'Below what is demanded: accessibility 98 of 100.',
    });
  });

  it('says so when the machine was too slow in every run, and only then', () => {
    const slow = judge([run(0.6, 480), run(0.7, 520)], demanded, 2);
    expect(slow.isReached).toBe(false);
    expect(slow.words).toContain('too slow or too busy');
    expect(slow.words).toContain('520');
    expect(judge([run(0.6, 480), run(0.7, 1200)], demanded, 2).words).not.toContain('too slow');
    expect(judge([run(0.95, 480)], demanded, 2).isReached).toBe(true);
  });

  it('says so when something else had the processor in every run', () => {
    const busy = judge([run(0.7, 2000, 1, 0.31), run(0.8, 2000, 1, 0.4)], demanded, 2);
    expect(busy.isReached).toBe(false);
    expect(busy.words).toContain('40 % of its time');
    expect(judge([run(0.7, 2000, 1, 0.31), run(0.8)], demanded, 2).words).not.toContain('too busy');
  });

  it('asks for another run when one failed before it had a figure, and judges the page by those that have', () => {
    const failed: AuditRun = { ...run(1), scores: { performance: null, accessibility: null } };
    expect(judge([failed], demanded, 2)).toMatchObject({ isReached: false, isWorthAnother: true });
    expect(judge([failed, run(0.95)], demanded, 2)).toMatchObject({ isReached: true, isWorthAnother: false });
    expect(judge([failed, run(0.95, 2000, 0.98)], demanded, 5)).toEqual({
      isReached: false,
      isWorthAnother: false,
      words: 'Below what is demanded: accessibility 98 of 100.',
    });
    expect(judge([failed, failed], demanded, 2)).toEqual({
      isReached: false,
      isWorthAnother: false,
      words: 'Lighthouse failed in every run: performance unmeasured of 95, accessibility unmeasured of 100.',
    });
  });

  it('does not take a machine for slow when no run had a figure for performance', () => {
    const failed: AuditRun = { ...run(1, 0), scores: { performance: null, accessibility: 1 } };
    expect(judge([failed, failed], demanded, 2)).toEqual({
      isReached: false,
      isWorthAnother: false,
      words: 'Lighthouse failed in every run: performance unmeasured of 95.',
    });
  });

  it('misses what no run has a figure for', () => {
    expect(judge([{ scores: {}, machineSpeed: 2000, processorShare: 0.9 }], demanded, 1).isReached).toBe(false);
    expect(judge([], demanded, 1).isReached).toBe(false);
  });
});
