/*
 * Controls above a scrolling list collapse while the list is scrolled down, and reappear when it is scrolled up or when
 * one of them receives the focus. The style sheet of the sheet says which controls these are.
 */

/** Scrolling this far in one direction changes the controls. */
const turnInPixels = 16;

/**
 * Follows all scrolling inside the sheet. The controls are visible at first. Returns a function that stops following
 * and leaves them visible.
 */
export function followScrolling(sheet: HTMLElement): () => void {
  let scroller: HTMLElement | null = null;
  let lastTop = 0;
  /** The position at which the direction of scrolling last changed. */
  let turnedAt = 0;

  const isCollapsed = (): boolean => sheet.dataset['controls'] === 'collapsed';

  /** The content must not move on the screen, so the list scrolls by as much as its top edge moves. */
  function change(element: HTMLElement, shouldCollapse: boolean): void {
    const before = element.getBoundingClientRect().top;
    // Read before the change: near its end, a list that becomes taller scrolls by itself.
    const scrolled = element.scrollTop;
    if (shouldCollapse) sheet.dataset['controls'] = 'collapsed';
    else delete sheet.dataset['controls'];
    element.scrollTop = scrolled + element.getBoundingClientRect().top - before;
    lastTop = turnedAt = element.scrollTop;
  }

  function onScroll({ target }: Event): void {
    if (!(target instanceof HTMLElement) || target.scrollHeight <= target.clientHeight) return;
    const top = target.scrollTop;
    if (target !== scroller) {
      scroller = target;
      // The position before this event is unknown; a list usually starts at its top.
      lastTop = turnedAt = 0;
    }
    const isDown = top > lastTop;
    if (isDown !== lastTop > turnedAt) turnedAt = lastTop;
    lastTop = top;
    if (Math.abs(top - turnedAt) < turnInPixels && top > 0) return;
    if (isDown && !isCollapsed()) {
      // Before the list has been scrolled by the height of the controls, it could not stay where it is.
      const height = target.getBoundingClientRect().top - sheet.getBoundingClientRect().top;
      if (top >= height) change(target, true);
    } else if (!isDown && isCollapsed()) change(target, false);
  }

  function onFocus({ target }: FocusEvent): void {
    if (isCollapsed() && scroller && target instanceof Node && !scroller.contains(target)) change(scroller, false);
  }

  sheet.addEventListener('scroll', onScroll, { capture: true, passive: true });
  sheet.addEventListener('focusin', onFocus);
  return () => {
    sheet.removeEventListener('scroll', onScroll, { capture: true });
    sheet.removeEventListener('focusin', onFocus);
    delete sheet.dataset['controls'];
  };
}
