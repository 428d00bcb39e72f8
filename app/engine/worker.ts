import { expose } from 'comlink';

import { createFetchedEngine } from './fetched-engine.ts';
import { readyMessage } from './worker-messages.ts';

expose(createFetchedEngine());
postMessage(readyMessage);
