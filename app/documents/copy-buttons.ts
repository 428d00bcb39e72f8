const shownInMilliseconds = 2500;

/** A button beside each example that copies it, and says for a moment that it has, or that the browser refused. */
export function addCopyButtons(page: Document): void {
  for (const sample of page.querySelectorAll<HTMLElement>('.sample')) {
    const button = page.createElement('button');
    const words = page.createElement('span');
    button.type = 'button';
    button.className = 'button';
    words.setAttribute('aria-live', 'polite');
    words.textContent = 'Copy';
    button.append(words);
    button.addEventListener('click', () => {
      void copy(sample.querySelector('code')?.textContent ?? '').then((outcome) => {
        words.textContent = outcome;
        setTimeout(() => (words.textContent = 'Copy'), shownInMilliseconds);
      });
    });
    sample.append(button);
  }
}

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Copying was refused';
  }
}
