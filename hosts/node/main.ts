/* `npm run serve`: serves a site. */

// First of all: SIGHUP ends a process without a handler, also while it loads its modules. Nothing needs to be reloaded then,
// because the server has not yet opened its log file or read the manifest.
process.on('SIGHUP', () => undefined);

await import('./command/serve.ts');

export {};
