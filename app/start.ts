/* The style of all that the first paint shows: the build puts it into the page. */
import { afterPaint, ownTask } from './components/own-tasks.ts';
import { connectEngine, preloadData } from './engine/rpc/connect-engine.ts';
import './first-paint.ts';

/*
 * The page begins with this, and it is small: it sets the engine's thread to reading the data, lets the browser paint the
 * page as it stands in the HTML, and then runs the large scripts, each in a task of its own, so that a slow device can
 * answer in between. The build names them in the HTML, so that all are fetched at once.
 */
async function start(): Promise<void> {
  const engine = preloadData(connectEngine(), new URL('./', document.baseURI).href);
  await afterPaint();
  await import('react-dom/client');
  await ownTask();
  const { openExplorer } = await import('./main.tsx');
  await ownTask();
  openExplorer(engine);
}

start().catch(() => {
  // The HTML has words for it, and a way to try again.
  document.documentElement.dataset['failed'] = '';
});
