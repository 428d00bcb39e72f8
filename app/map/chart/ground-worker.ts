import { drawChart, type GroundOrder } from './chart-ground.ts';
import { preparedContext } from './picture-canvas.ts';

/*
 * Draws the ground of the chart in a thread of its own: for each order a whole picture, sent to the port that came with
 * it. What it throws is heard as an error of the thread, which is then given up.
 */
const canvas = new OffscreenCanvas(1, 1);

addEventListener('message', ({ data, ports }: MessageEvent<GroundOrder>) => {
  const context = preparedContext(canvas, data.size);
  if (context) drawChart(context, data);
  const picture = canvas.transferToImageBitmap();
  ports[0]?.postMessage(picture, [picture]);
});
