/** The site cannot be configured; the message says why, and what to do. Nothing was written. */
export class ConfigureError extends Error {
  override readonly name = 'ConfigureError';
}
