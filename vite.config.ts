import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { createSiteServer } from './hosts/node/site-server.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const siteDirectory = fromRoot('dist/explorer');

/** In development, the interface and the data files are answered by the Node host from the data built for it. */
function answerFromBuiltData(): Plugin {
  const directory = process.env['COASTWATCH_DATA'] ?? fromRoot('dist/sample-site');
  return {
    name: 'coastwatch-data',
    configureServer(server) {
      const site = createSiteServer({ directory });
      server.middlewares.use((request, response, next) => {
        if (/^\/(?:webapi|data)(?:\/|$)/.test(request.url ?? '')) site.emit('request', request, response);
        else next();
      });
    },
  };
}

export default defineConfig(({ mode }) =>
  mode === 'service-worker'
    ? {
        publicDir: false,
        build: {
          outDir: siteDirectory,
          emptyOutDir: false,
          target: 'es2022',
          // A classic script at the root of the site, in one piece, under a name that stays.
          lib: {
            entry: fromRoot('hosts/service-worker/main.ts'),
            formats: ['iife'],
            name: 'worker',
            fileName: () => 'sw.js',
          },
        },
      }
    : {
        root: fromRoot('app'),
        publicDir: fromRoot('public'),
        // Relative addresses let the same build stand at the root or under a path.
        base: './',
        plugins: [react(), answerFromBuiltData()],
        build: {
          outDir: siteDirectory,
          emptyOutDir: true,
          target: 'es2022',
          rollupOptions: { input: [fromRoot('app/index.html'), fromRoot('app/api.html')] },
        },
        worker: { format: 'es' },
      },
);
