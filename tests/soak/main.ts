import { runSteps, vitestStep } from '../run/run-steps.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * `npm run test:soak`: slow tests, and tests with large tools that we did not write. Their packages have a manifest of
 * their own in this folder; tests that need a program which is not installed are skipped and say so.
 */
await runSteps(
  [],
  [
    {
      title: 'Types of the soak',
      commandLine: [fromRoot('node_modules/typescript/bin/tsc'), '-p', fromRoot('tests/soak')],
    },
    { title: 'Build of the programs', commandLine: ['--import', 'tsx', fromRoot('build-data/programs/main.ts')] },
    vitestStep('Soak', fromRoot('test-results/soak.json'), ['--config', fromRoot('tests/soak/vitest.config.ts')]),
  ],
);
