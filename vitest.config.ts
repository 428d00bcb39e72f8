import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,build-data,hosts,app,contract,tests,bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
