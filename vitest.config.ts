import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,build-data,hosts,app,client,tests,bench}/**/*.test.{ts,tsx}'],
    // `npm run test:soak` runs these.
    exclude: [...configDefaults.exclude, 'tests/soak/**'],
    globalSetup: './tests/support/compile-programs.ts',
    environment: 'node',
    // By default one processor is left idle, which on a machine with two is half of them.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
