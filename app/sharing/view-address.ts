import type { ViewState } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';

/** The absolute address of a view. The browser's own may lag behind by a moment. */
export function addressOf(view: ViewState, siteUrl: string): string {
  return new URL(writeView(view), siteUrl).href;
}
