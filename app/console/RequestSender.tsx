import { useCallback, useEffect, useId, useRef, useState, type FormEvent } from 'react';

import type { ApiConnection } from '../connection/api-connection.ts';
import { AnswerView } from './AnswerView.tsx';
import { exampleRequests, type ExampleRequest } from './example-requests.ts';
import { performRequest, type ShownAnswer } from './perform-request.ts';

type Sending =
  | { readonly state: 'under way' }
  | { readonly state: 'answered'; readonly answer: ShownAnswer }
  | { readonly state: 'failed'; readonly message: string };

/** Sends example requests, or one typed by hand, and shows the answers. */
export function RequestSender({ connection }: { readonly connection: ApiConnection }) {
  const [path, setPath] = useState(exampleRequests[0]?.path ?? '');
  const [sending, setSending] = useState<Sending>({ state: 'under way' });
  const field = useId();

  const form = useRef<HTMLFormElement>(null);

  const send = useCallback(
    async (wanted: string): Promise<void> => {
      setPath(wanted);
      setSending({ state: 'under way' });
      try {
        setSending({ state: 'answered', answer: await performRequest(connection, wanted.trim()) });
      } catch (error) {
        setSending({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
    },
    [connection],
  );

  // The page opens with an answer: what it is for shows without a click.
  useEffect(() => {
    const [first] = exampleRequests;
    if (!first) return;
    const begun = setTimeout(() => void send(first.path));
    return () => {
      clearTimeout(begun);
    };
  }, [send]);

  /** On a phone the answer stands below the examples: it is brought into view. */
  function chooseExample(example: ExampleRequest): void {
    void send(example.path);
    const { top = 0 } = form.current?.getBoundingClientRect() ?? {};
    if (top > window.innerHeight / 2) form.current?.scrollIntoView({ block: 'start' });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void send(path);
  }

  return (
    <section className="try panel" aria-label="Try the interface">
      <div>
        <h2>Try the interface</h2>
        <p className="hint">Each request is answered in this browser, from static files.</p>
        <ul className="examples">
          {exampleRequests.map((example) => (
            <li key={example.path}>
              <button
                type="button"
                aria-pressed={path === example.path}
                onClick={() => {
                  chooseExample(example);
                }}
              >
                {example.title}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <form ref={form} onSubmit={submit}>
          <label className="request-label" htmlFor={field}>
            Request
          </label>
          <div className="request">
            <input
              id={field}
              value={path}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              onChange={(event) => {
                setPath(event.target.value);
              }}
            />
            <button className="action" type="submit" disabled={sending.state === 'under way'}>
              Send
            </button>
          </div>
          <p className="hint">relative to {connection.siteUrl}</p>
        </form>
        <div role="status">
          {sending.state === 'under way' ? <p className="answer hint">Under way …</p> : null}
          {sending.state === 'failed' ? (
            <p className="answer fault">
              The request could not be sent: {sending.message}. Check the address and send again.
            </p>
          ) : null}
        </div>
        {sending.state === 'answered' ? <AnswerView answer={sending.answer} /> : null}
      </div>
    </section>
  );
}
