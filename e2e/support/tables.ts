import type { Locator } from '@playwright/test';

/** The words and numbers of a table that continue on another line. */
export function brokenWords(table: Locator): Promise<readonly string[]> {
  return table.evaluate((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) broken.push(word);
      }
    }
    return broken;
  });
}
