import { useEffect, useState, type RefObject } from 'react';

/** The width of an element in whole pixels, now and as it changes; 0 before it stands on the page. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new ResizeObserver(() => {
      setWidth(Math.floor(target.clientWidth));
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}
