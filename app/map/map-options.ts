import { zoomLimits } from '../view/view-url.ts';

export const smallestZoom = zoomLimits.smallest;
export const largestZoom = zoomLimits.largest;
/** Distance by which a touch may miss a mark. */
export const fingerInPixels = 22;
/** Longest duration of an animation. */
export const motionInSeconds = 0.2;

export const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What "the whole coast" must show, with some sea around it. */
export const coastBox = { west: 112, south: -35.6, east: 129.2, north: -13.4 } as const;
/** Reach of the list at the crosshair. */
export const crosshairInPixels = 30;
