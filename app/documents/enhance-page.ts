import type { ShownAnswer } from './ask-interface.ts';

/** Adds a button to each example request that sends it to the API of this site and shows the response. */
export function addSendButtons(page: Document, siteUrl: string): void {
  for (const request of page.querySelectorAll<HTMLElement>('.request[data-path]')) {
    const path = request.dataset['path'] ?? '';
    const button = page.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.dataset['kind'] = 'primary';
    button.textContent = 'Send';
    button.setAttribute('aria-label', `Send: ${request.dataset['title'] ?? path}`);
    // Announced when it changes; the rest is not.
    const line = words(page, 'p', '', 'answer-status');
    line.setAttribute('role', 'status');
    const rest = page.createElement('div');
    rest.className = 'answer';
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') === 'true') return;
      button.setAttribute('aria-disabled', 'true');
      rest.replaceChildren();
      say(line, 'Sending …', 'waiting');
      void send(siteUrl, path)
        .then((answer) => {
          say(line, `Status ${answer.status}`, answer.status < 400 ? 'result' : 'problem');
          rest.replaceChildren(...shown(page, answer));
        })
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          say(line, `No response: ${reason}. Check the connection, then send again.`, 'problem');
        })
        .finally(() => {
          button.removeAttribute('aria-disabled');
        });
    });
    const actions = request.querySelector('.request-actions');
    actions?.prepend(button);
    actions?.after(line, rest);
  }
}

/** The code that sends requests is loaded with the first one. */
async function send(siteUrl: string, path: string): Promise<ShownAnswer> {
  const { askInterface } = await import('./ask-interface.ts');
  return askInterface(siteUrl, path);
}

function say(line: HTMLElement, text: string, kind: 'waiting' | 'result' | 'problem'): void {
  line.textContent = text;
  line.dataset['kind'] = kind;
}

/** As text, never as HTML. */
function shown(page: Document, { headers, body, isCut }: ShownAnswer): HTMLElement[] {
  const more = page.createElement('details');
  more.append(words(page, 'summary', `Headers (${headers.length})`));
  const list = page.createElement('dl');
  for (const [name, value] of headers) list.append(words(page, 'dt', name), words(page, 'dd', value));
  more.append(list);
  const text = words(page, 'pre', isCut ? `${body}\n…` : body);
  text.tabIndex = 0;
  text.setAttribute('role', 'group');
  text.setAttribute('aria-label', 'Response body');
  return [
    more,
    text,
    ...(isCut ? [words(page, 'p', 'Only the start is shown. Open the address for all of it.', 'hint')] : []),
  ];
}

function words(page: Document, element: string, text: string, className = ''): HTMLElement {
  const made = page.createElement(element);
  made.textContent = text;
  made.className = className;
  return made;
}

const shownInMilliseconds = 2500;

/** Adds a button to each example that copies it, and reports for a moment whether that worked. */
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

/** The address of the site's root, ending in a slash, from the relative path in each page. */
export function siteUrlOf(page: Document): string {
  const root = page.querySelector<HTMLElement>('[data-root]')?.dataset['root'] ?? './';
  return new URL(root, page.baseURI).href;
}

/** Writes the address of this site into the examples: the build may not have known it. */
export function nameThisSite(page: Document, siteUrl: string): void {
  for (const place of page.querySelectorAll('.site-address')) place.textContent = siteUrl;
  for (const note of page.querySelectorAll<HTMLElement>('.address-note')) note.hidden = true;
}

/**
 * Makes the service worker cache this page for offline use, by requesting it once the worker controls the page.
 * Waits until the page has loaded, and does nothing where no worker can run.
 */
export function keepPage(siteUrl: string): void {
  // Undefined on plain http, and in private windows of some browsers, contrary to its type.
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return;
  const ask = (): void => {
    void fetch(location.href, { priority: 'low' }).catch(() => undefined);
  };
  const begin = (): void => {
    if (!serviceWorker.controller) serviceWorker.addEventListener('controllerchange', ask, { once: true });
    void serviceWorker.register(new URL('sw.js', siteUrl), { updateViaCache: 'none' }).catch(() => undefined);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}
