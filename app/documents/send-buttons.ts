import type { ShownAnswer } from './ask-interface.ts';

/** A button beside each example request that sends it through the interface of this site and shows the answer. */
export function addSendButtons(page: Document, siteUrl: string): void {
  for (const request of page.querySelectorAll<HTMLElement>('.request[data-path]')) {
    const path = request.dataset['path'] ?? '';
    const button = page.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.dataset['kind'] = 'primary';
    button.textContent = 'Send';
    button.setAttribute('aria-label', `Send: ${request.dataset['title'] ?? path}`);
    // Said aloud as it changes; what follows it is there to be read at leisure.
    const line = words(page, 'p', '', 'answer-status');
    line.setAttribute('role', 'status');
    const rest = page.createElement('div');
    rest.className = 'answer';
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') === 'true') return;
      button.setAttribute('aria-disabled', 'true');
      rest.replaceChildren();
      say(line, 'Being sent …', 'waiting');
      void send(siteUrl, path)
        .then((answer) => {
          say(line, `Status ${answer.status}`, answer.status < 400 ? 'result' : 'problem');
          rest.replaceChildren(...shown(page, answer));
        })
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          say(line, `No answer came: ${reason}. Check the connection, then send again.`, 'problem');
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

/** Whoever only reads does not fetch what sends. */
async function send(siteUrl: string, path: string): Promise<ShownAnswer> {
  const { askInterface } = await import('./ask-interface.ts');
  return askInterface(siteUrl, path);
}

function say(line: HTMLElement, text: string, kind: 'waiting' | 'result' | 'problem'): void {
  line.textContent = text;
  line.dataset['kind'] = kind;
}

/** As text, whatever it holds. */
function shown(page: Document, { headers, body, isCut }: ShownAnswer): HTMLElement[] {
  const more = page.createElement('details');
  more.append(words(page, 'summary', `Headers (${headers.length})`));
  const list = page.createElement('dl');
  for (const [name, value] of headers) list.append(words(page, 'dt', name), words(page, 'dd', value));
  more.append(list);
  const text = words(page, 'pre', isCut ? `${body}\n…` : body);
  text.tabIndex = 0;
  text.setAttribute('role', 'group');
  text.setAttribute('aria-label', 'Body of the answer');
  return [
    more,
    text,
    ...(isCut ? [words(page, 'p', 'The body goes on; open the address to see all of it.', 'hint')] : []),
  ];
}

function words(page: Document, element: string, text: string, className = ''): HTMLElement {
  const made = page.createElement(element);
  made.textContent = text;
  made.className = className;
  return made;
}
