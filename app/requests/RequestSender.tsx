import { useId, useState, type FormEvent } from 'react';

import type { ApiConnection } from '../connection/api-connection.ts';
import { AnswerView } from './AnswerView.tsx';
import { exampleRequests } from './example-requests.ts';
import { performRequest, type ShownAnswer } from './perform-request.ts';

type Sending =
  | { readonly state: 'idle' | 'under way' }
  | { readonly state: 'answered'; readonly answer: ShownAnswer }
  | { readonly state: 'failed'; readonly message: string };

/** Sends example requests, or one typed by hand, and shows the answers. */
export function RequestSender({ connection }: { readonly connection: ApiConnection }) {
  const [path, setPath] = useState(exampleRequests[0]?.path ?? '');
  const [sending, setSending] = useState<Sending>({ state: 'idle' });
  const field = useId();

  async function send(wanted: string): Promise<void> {
    setPath(wanted);
    setSending({ state: 'under way' });
    try {
      setSending({ state: 'answered', answer: await performRequest(connection, wanted.trim()) });
    } catch (error) {
      setSending({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
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
              <button type="button" aria-pressed={path === example.path} onClick={() => void send(example.path)}>
                {example.title}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <form onSubmit={submit}>
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
          {sending.state === 'idle' ? (
            <p className="answer hint">Choose an example, or send the request above.</p>
          ) : null}
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
