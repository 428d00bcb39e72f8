import { describe, expect, it } from 'vitest';

import { judge, type AuditRun } from './lighthouse-verdict.ts';

const requiredScores = { performance: 0.95, accessibility: 1 };
const run = (performance: number, machineSpeed = 2000, accessibility = 1, processorShare = 0.9): AuditRun => ({
  scores: { performance, accessibility },
  machineSpeed,
  processorShare,
});

describe('the verdict on Lighthouse runs', () => {
  it('passes when the best run passes, and needs no other run', () => {
    expect(judge([run(0.7), run(0.95)], requiredScores, 5)).toMatchObject({ hasPassed: true, isWorthAnother: false });
  });

  it('requests another run while only performance is too low', () => {
    expect(judge([run(0.7)], requiredScores, 2)).toMatchObject({ hasPassed: false, isWorthAnother: true });
    expect(judge([run(0.7), run(0.94)], requiredScores, 2)).toEqual({
      hasPassed: false,
      isWorthAnother: false,
      message: 'Below the required scores: performance 94 of 95.',
    });
  });

  it('requests no other run when a score that does not vary between runs is too low', () => {
    expect(judge([run(0.99, 2000, 0.98)], requiredScores, 5)).toEqual({
      hasPassed: false,
      isWorthAnother: false,
      message: 'Below the required scores: accessibility 98 of 100.',
    });
  });

  it('reports a slow machine only if it was too slow in every run', () => {
    const slow = judge([run(0.6, 480), run(0.7, 520)], requiredScores, 2);
    expect(slow.hasPassed).toBe(false);
    expect(slow.message).toContain('too slow or too busy');
    expect(slow.message).toContain('520');
    expect(judge([run(0.6, 480), run(0.7, 1200)], requiredScores, 2).message).not.toContain('too slow');
    expect(judge([run(0.95, 480)], requiredScores, 2).hasPassed).toBe(true);
  });

  it('reports a busy machine if it was too busy in every run', () => {
    const busy = judge([run(0.7, 2000, 1, 0.31), run(0.8, 2000, 1, 0.4)], requiredScores, 2);
    expect(busy.hasPassed).toBe(false);
    expect(busy.message).toContain('40 % of its time');
    expect(judge([run(0.7, 2000, 1, 0.31), run(0.8)], requiredScores, 2).message).not.toContain('too busy');
  });

  it('requests another run when one failed, and judges the page by the runs with scores', () => {
    const failed: AuditRun = { ...run(1), scores: { performance: null, accessibility: null } };
    expect(judge([failed], requiredScores, 2)).toMatchObject({ hasPassed: false, isWorthAnother: true });
    expect(judge([failed, run(0.95)], requiredScores, 2)).toMatchObject({ hasPassed: true, isWorthAnother: false });
    expect(judge([failed, run(0.95, 2000, 0.98)], requiredScores, 5)).toEqual({
      hasPassed: false,
      isWorthAnother: false,
      message: 'Below the required scores: accessibility 98 of 100.',
    });
    expect(judge([failed, failed], requiredScores, 2)).toEqual({
      hasPassed: false,
      isWorthAnother: false,
      message: 'Lighthouse failed in every run: performance unmeasured of 95, accessibility unmeasured of 100.',
    });
  });

  it('does not report a slow machine when no run has a performance score', () => {
    const failed: AuditRun = { ...run(1, 0), scores: { performance: null, accessibility: 1 } };
    expect(judge([failed, failed], requiredScores, 2)).toEqual({
      hasPassed: false,
      isWorthAnother: false,
      message: 'Lighthouse failed in every run: performance unmeasured of 95.',
    });
  });

  it('fails for a category in which no run has a score', () => {
    expect(judge([{ scores: {}, machineSpeed: 2000, processorShare: 0.9 }], requiredScores, 1).hasPassed).toBe(false);
    expect(judge([], requiredScores, 1).hasPassed).toBe(false);
  });
});
