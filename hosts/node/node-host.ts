/* `npm run serve`: serves a site. */

// Registered before anything else, because SIGHUP ends a process without a handler, even while it loads its modules. The
// handler does nothing, because there is nothing to reload yet: neither a log file nor a manifest is open.
process.on('SIGHUP', () => undefined);

await import('./command/serve.ts');

export {};
