// The styles of the static HTML and of the map, which the build inlines into the page.
import '../map/map.css';
import '../map/panes.css';
import '../map/controls/controls.css';
import '../styles/tokens.css';
import '../styles/elements.css';
import '../styles/base.css';
import '../styles/buttons.css';
import './embed.css';
import { afterPaint, nextTask } from '../components/task-scheduling.ts';
import { connectEngine, preloadData } from '../engine/rpc/connect-engine.ts';

/*
 * The entry script of the map that other sites embed. Like the explorer's, it loads the data and the large scripts
 * separately, so that the page that contains the map remains responsive.
 */
async function start(): Promise<void> {
  // The worker that draws the map starts later, and reads it from the cache of the browser.
  fetch('../coast/outline.json')
    .then((response) => response.blob())
    .catch(() => undefined);
  const siteUrl = new URL('../', document.baseURI).href;
  const engine = preloadData(connectEngine(), siteUrl);
  await afterPaint();
  await import('react-dom/client');
  await nextTask();
  const { openEmbeddedMap } = await import('./open-embedded-map.tsx');
  openEmbeddedMap(engine, siteUrl);
}

start().catch(() => {
  // The static HTML contains the error message and a reload link.
  document.documentElement.dataset['failed'] = '';
});
