import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    environment: 'node',
    globalSetup: './sites.ts',
    // For two cores: one test file drives a browser while another waits for a server.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
