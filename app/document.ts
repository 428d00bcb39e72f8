import { ApiConnection } from './connection/api-connection.ts';
import './styles/tokens.css';
import './styles/elements.css';
import './styles/buttons.css';
import './documents/documents.css';
import './documents/contents.css';
import './documents/text.css';
import './documents/tables.css';
import './documents/requests.css';
import './documents/print.css';

/* Entry script of the documentation pages. The HTML contains their text; this script adds what needs JavaScript. */

const siteUrl = findSiteUrl(document);
insertSiteUrl(document, siteUrl);
connectRequestForm(document, siteUrl);
addCopyButtons(document);
addSendButtons(document, new ApiConnection(siteUrl));
if (import.meta.env.PROD) cachePage(siteUrl);

/**
 * Shows the fields of the chosen request, and writes the address that they make as a link and for curl.
 */
function connectRequestForm(page: Document, siteUrl: string): void {
  const form = page.querySelector<HTMLFormElement>('.request-form');
  if (!form) return;
  const update = (): void => {
    const template = form.querySelector('select')?.value ?? '';
    for (const fields of form.querySelectorAll('fieldset')) {
      fields.disabled = fields.hidden = fields.dataset['request'] !== template;
    }
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (name !== 'request' && typeof value === 'string' && value !== '') values.set(name, value);
    }
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = values.get(name) ?? '';
      values.delete(name);
      return encodeURIComponent(value);
    });
    const query = values.size > 0 ? `?${values.toString()}` : '';
    // A quotation mark would end the argument of curl.
    const address = new URL(path + query, siteUrl).href.replaceAll("'", '%27');
    form.dataset['path'] = address.slice(siteUrl.length);
    form.querySelector('a')?.setAttribute('href', address);
    form.querySelector('a code')?.replaceChildren(form.dataset['path']);
    form.querySelector('pre code')?.replaceChildren(`curl '${address}' --fail-with-body`);
  };
  form.addEventListener('input', update);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
  });
  update();
}

/** Adds a button to each request that sends it to the API of this site and shows the response. */
export function addSendButtons(page: Document, connection: ApiConnection): void {
  for (const request of page.querySelectorAll<HTMLElement>('.request[data-path]')) {
    const button = page.createElement('button');
    // In a form, Enter in a field presses this button.
    button.type = 'submit';
    button.className = 'button';
    button.dataset['kind'] = 'primary';
    button.textContent = 'Send';
    button.setAttribute('aria-label', `Send: ${request.dataset['title']}`);
    // Screen readers announce changes to this line, but not to the response below it.
    const statusLine = createElement(page, 'p', '', 'answer-status');
    statusLine.setAttribute('role', 'status');
    const answer = page.createElement('div');
    answer.className = 'answer';
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') === 'true') return;
      button.setAttribute('aria-disabled', 'true');
      answer.replaceChildren();
      setStatus(statusLine, 'Sending …', 'waiting');
      const started = performance.now();
      void connection
        .request(request.dataset['path'] ?? '')
        .then(readStart)
        .then((response) => {
          const duration = Math.round(performance.now() - started);
          setStatus(
            statusLine,
            `Status ${response.status}, ${duration} ms`,
            response.status < 400 ? 'result' : 'problem',
          );
          answer.replaceChildren(...createResponseElements(page, response));
        })
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          setStatus(statusLine, `No response: ${reason}. Check the connection, then send again.`, 'problem');
        })
        .finally(() => {
          button.removeAttribute('aria-disabled');
        });
    });
    const actions = request.querySelector('.request-actions');
    actions?.prepend(button);
    actions?.after(statusLine, answer);
  }
}

function setStatus(element: HTMLElement, text: string, kind: 'waiting' | 'result' | 'problem'): void {
  element.textContent = text;
  element.dataset['kind'] = kind;
}

/** Creates the elements that show a response: as text, never as HTML. */
function createResponseElements(page: Document, { headers, body, isTruncated }: ShownResponse): HTMLElement[] {
  const headerDetails = page.createElement('details');
  headerDetails.append(createElement(page, 'summary', `Headers (${headers.length})`));
  const list = page.createElement('dl');
  for (const [name, value] of headers) list.append(createElement(page, 'dt', name), createElement(page, 'dd', value));
  headerDetails.append(list);
  const text = createElement(page, 'pre', isTruncated ? `${body}\n…` : body);
  text.tabIndex = 0;
  text.setAttribute('role', 'group');
  text.setAttribute('aria-label', 'Response body');
  return [
    headerDetails,
    text,
    ...(isTruncated
      ? [createElement(page, 'p', 'Only the start is shown. Open the address to see all of it.', 'hint')]
      : []),
  ];
}

function createElement(page: Document, element: string, text: string, className = ''): HTMLElement {
  const created = page.createElement(element);
  created.textContent = text;
  created.className = className;
  return created;
}

const outcomeDurationInMilliseconds = 2500;

/** Adds a button to each example that copies it and briefly shows whether that worked. */
export function addCopyButtons(page: Document): void {
  for (const sample of page.querySelectorAll<HTMLElement>('.sample')) {
    const button = page.createElement('button');
    const label = page.createElement('span');
    button.type = 'button';
    button.className = 'button';
    label.setAttribute('aria-live', 'polite');
    label.textContent = 'Copy';
    button.append(label);
    button.addEventListener('click', () => {
      void copy(sample.querySelector('code')?.textContent ?? '').then((outcome) => {
        label.textContent = outcome;
        setTimeout(() => (label.textContent = 'Copy'), outcomeDurationInMilliseconds);
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
    return 'Could not copy';
  }
}

/** Finds the address of the site's root, ending in a slash, from the relative path in each page. */
export function findSiteUrl(page: Document): string {
  const root = page.querySelector<HTMLElement>('[data-root]')?.dataset['root'] ?? './';
  return new URL(root, page.baseURI).href;
}

/** Writes the address of this site into the examples, because the build may not have known it. */
export function insertSiteUrl(page: Document, siteUrl: string): void {
  for (const element of page.querySelectorAll('.site-address')) element.textContent = siteUrl;
  for (const note of page.querySelectorAll<HTMLElement>('.address-note')) note.hidden = true;
}

/**
 * Makes the service worker cache this page for offline use, by requesting it once the worker controls the page.
 * Waits until the page has loaded, and does nothing where no worker can run.
 */
export function cachePage(siteUrl: string): void {
  // Undefined on plain http, and in private windows of some browsers, contrary to its type.
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return;
  const requestPage = (): void => {
    void fetch(location.href, { priority: 'low' }).catch(() => undefined);
  };
  const register = (): void => {
    if (!serviceWorker.controller) serviceWorker.addEventListener('controllerchange', requestPage, { once: true });
    void serviceWorker.register(new URL('sw.js', siteUrl), { updateViaCache: 'none' }).catch(() => undefined);
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

/** The part of an API response that is shown. */
interface ShownResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The start of the body. JSON is indented if it is complete. */
  readonly body: string;
  readonly isTruncated: boolean;
}

const maxBytesRead = 48 * 1024;
const maxCharactersShown = 6000;

/** Reads a limited part of the body: the complete list of records is long. */
async function readStart(response: Response): Promise<ShownResponse> {
  const { status } = response;
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  let isComplete = reader === undefined;
  for (let bytes = 0; reader && !isComplete && bytes < maxBytesRead;) {
    const { done, value } = await reader.read();
    if (value) text += decoder.decode(value, { stream: true });
    bytes += value?.length ?? 0;
    isComplete = done;
  }
  if (!isComplete) await reader?.cancel();
  const body = isComplete ? indentJson(text) : text;
  const headers = [...response.headers];
  return {
    status,
    headers,
    body: body.slice(0, maxCharactersShown),
    isTruncated: !isComplete || body.length > maxCharactersShown,
  };
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
