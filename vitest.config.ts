import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Slow tests of parts that few changes affect. `npm run test:soak` runs them; `COASTWATCH_FULL_SIZE=1` includes them
 * here.
 */
const excludedSoakTests = process.env['COASTWATCH_FULL_SIZE'] === '1' ? [] : ['**/*.soak.test.ts'];

export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    setupFiles: './tests/support/default-site.ts',
    // By default, Vitest leaves one processor idle: half of a machine with two.
    maxWorkers: '100%',
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    include: ['{core,build-data,hosts,app,client,tests,bench}/**/*.test.{ts,tsx}'],
    // The tests in tests/soak have their own configuration.
    exclude: [...configDefaults.exclude, 'tests/soak/**', ...excludedSoakTests],
    // Most test files import much of the project: without isolation, a worker keeps the modules for its next file.
    isolate: false,
  },
});
