import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState } from 'react';

const hintDurationInMilliseconds = 1800;
/** A finger that moves less than this may still be a tap. */
const tapToleranceInPixels = 10;

const wheelHint = /Mac|iPhone|iPad/.test(navigator.userAgent)
  ? 'Hold ⌘ and scroll to zoom the map'
  : 'Hold Ctrl and scroll to zoom the map';
const touchHint = 'Use two fingers to move the map';

/**
 * Leaves the wheel and one finger to the page that contains the map. The wheel zooms with the Control or Command key,
 * which a pinch on a trackpad also sets, and two fingers move and zoom. Mouse, buttons and keys are not affected.
 * Returns a hint for a moment after a gesture that the map has ignored; null otherwise.
 */
export function useCooperativeGestures(map: LeafletMap | null, isCooperative: boolean): string | null {
  const [hint, setHint] = useState<string | null>(null);

  useEffect(() => {
    if (!map || !isCooperative) return;
    const container = map.getContainer();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let touchStart: Touch | undefined;
    const show = (text: string | null): void => {
      clearTimeout(timer);
      setHint(text);
      if (text !== null) timer = setTimeout(setHint, hintDurationInMilliseconds, null);
    };
    // These listeners are called before the map's own, because they listen to the capture phase.
    const handleWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey) {
        show(null);
        return;
      }
      event.stopPropagation();
      show(wheelHint);
    };
    const handlePointerDown = ({ pointerType }: PointerEvent): void => {
      if (pointerType === 'touch') map.dragging.disable();
      else map.dragging.enable();
    };
    const handleTouchStart = ({ touches }: TouchEvent): void => {
      touchStart = touches.length === 1 ? touches[0] : undefined;
      if (touches.length > 1) show(null);
    };
    const handleTouchMove = ({ touches }: TouchEvent): void => {
      const [touch] = touches;
      if (!touchStart || !touch || touches.length > 1) return;
      const { clientX, clientY } = touchStart;
      if (Math.hypot(touch.clientX - clientX, touch.clientY - clientY) > tapToleranceInPixels) show(touchHint);
    };
    container.addEventListener('wheel', handleWheel, { capture: true, passive: true });
    container.addEventListener('pointerdown', handlePointerDown, { capture: true });
    container.addEventListener('touchstart', handleTouchStart, { capture: true, passive: true });
    container.addEventListener('touchmove', handleTouchMove, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      container.removeEventListener('wheel', handleWheel, { capture: true });
      container.removeEventListener('pointerdown', handlePointerDown, { capture: true });
      container.removeEventListener('touchstart', handleTouchStart, { capture: true });
      container.removeEventListener('touchmove', handleTouchMove, { capture: true });
    };
  }, [map, isCooperative]);

  return hint;
}
