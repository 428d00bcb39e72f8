// Written by npm run build:programs.
import worker from '../../../dist/edge/worker.js';

/** Reads the files of its own site over HTTP. */
export default (request) =>
  worker.fetch(request, {
    COASTWATCH_FILES: new URL('/', request.url).href,
    COASTWATCH_BASE_PATH: '/',
  });
