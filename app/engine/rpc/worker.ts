import { expose } from 'comlink';

import { createFetchedEngine } from '../column-engine.ts';
import { readyMessage } from './watched-worker.ts';

expose(createFetchedEngine());
postMessage(readyMessage);
