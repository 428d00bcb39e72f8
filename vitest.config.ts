import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,build-data,hosts,contract,tests,bench}/**/*.test.ts'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
