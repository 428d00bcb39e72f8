import { exposeEngine } from './expose-engine.ts';
import { createFetchedEngine } from './fetched-engine.ts';
import { readyMessage } from './worker-messages.ts';

exposeEngine(createFetchedEngine());
postMessage(readyMessage);
