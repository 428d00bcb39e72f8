import { createFetchedEngine } from '../column-engine.ts';
import { exposeEngine, readyMessage } from './expose-engine.ts';

exposeEngine(createFetchedEngine());
postMessage(readyMessage);
