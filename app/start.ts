// Imported first, so that these styles come before all others.
import './first-paint.ts';
import { afterPaint, nextTask } from './components/task-scheduling.ts';
import { connectEngine, preloadData } from './engine/rpc/connect-engine.ts';

/*
 * The entry script, kept small: it starts the worker that loads the data, lets the browser paint the static HTML, and
 * then runs the large scripts in separate tasks, so that a slow device can handle input in between.
 */
async function start(): Promise<void> {
  // The worker that draws the map starts later, and reads it from the cache of the browser.
  fetch('./coast/outline.json')
    .then((response) => response.blob())
    .catch(() => undefined);
  const engine = preloadData(connectEngine(), new URL('./', document.baseURI).href);
  await afterPaint();
  await import('react-dom/client');
  await nextTask();
  const { openExplorer } = await import('./main.tsx');
  await nextTask();
  openExplorer(engine);
}

start().catch(() => {
  // The static HTML contains the error message and a reload link.
  document.documentElement.dataset['failed'] = '';
});
