import { act } from '@testing-library/react';

/**
 * Simulates popovers in a document that does not support them: a click on a button that targets a popover opens or
 * closes it, and Escape or a click elsewhere closes it. Returns a function that removes the simulation.
 */
export function simulatePopovers(): () => void {
  const prototype = HTMLElement.prototype as unknown as Record<string, unknown>;
  const open = new Set<HTMLElement>();
  const toggle = (element: HTMLElement): void => {
    const newState = open.has(element) ? 'closed' : 'open';
    act(() => {
      element.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));
      if (newState === 'open') open.add(element);
      else open.delete(element);
      element.dispatchEvent(Object.assign(new Event('toggle'), { newState }));
    });
  };
  const onClick = ({ target }: Event): void => {
    if (!(target instanceof Element)) return;
    const id = target.closest('[popovertarget]')?.getAttribute('popovertarget');
    const wanted = id ? document.getElementById(id) : null;
    for (const element of open) if (element !== wanted && !element.contains(target)) toggle(element);
    if (wanted) toggle(wanted);
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') for (const element of open) toggle(element);
  };
  prototype['hidePopover'] = function hidePopover(this: HTMLElement): void {
    if (open.has(this)) toggle(this);
  };
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('click', onClick);
    document.removeEventListener('keydown', onKey);
    Reflect.deleteProperty(prototype, 'hidePopover');
  };
}
