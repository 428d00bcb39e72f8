import { configDefaults, defineConfig } from 'vitest/config';

const common = { environment: 'node', testTimeout: 60_000, hookTimeout: 120_000 } as const;
/** These mock Node modules, which must not affect other test files. */
const withMockedModules = ['build-data/publish/build-lock-interleavings.test.ts'];
/** Slow tests of parts that few changes affect. `npm run test:soak` runs them; `COASTWATCH_FULL_SIZE=1` includes them here. */
const soakTests = process.env['COASTWATCH_FULL_SIZE'] === '1' ? [] : ['**/*.soak.test.ts'];

export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    // By default one processor is left idle: half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{core,build-data,hosts,app,client,tests,bench}/**/*.test.{ts,tsx}'],
          // Tests in tests/soak have their own configuration.
          exclude: [...configDefaults.exclude, 'tests/soak/**', ...soakTests, ...withMockedModules],
          // Most files import much of the project: a worker keeps the modules for its next file.
          isolate: false,
        },
      },
      { test: { ...common, name: 'isolated', include: withMockedModules } },
    ],
  },
});
