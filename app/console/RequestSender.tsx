import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';

import type { HandledBy, ApiConnection } from '../connection/api-connection.ts';
import { formatCount } from '../vocabulary/numbers.ts';

type Sending =
  | { readonly state: 'in progress' }
  | { readonly state: 'received'; readonly response: ShownResponse }
  | { readonly state: 'failed'; readonly message: string };

/** Sends example requests or a typed request, and shows the responses. */
export function RequestSender({ connection }: { readonly connection: ApiConnection }) {
  const [path, setPath] = useState(exampleRequests[0]?.path ?? '');
  const [sending, setSending] = useState<Sending>({ state: 'in progress' });
  const fieldId = useId();

  const form = useRef<HTMLFormElement>(null);

  const send = useCallback(
    async (requested: string): Promise<void> => {
      setPath(requested);
      setSending({ state: 'in progress' });
      try {
        setSending({ state: 'received', response: await performRequest(connection, requested.trim()) });
      } catch (error) {
        setSending({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
    },
    [connection],
  );

  // The page sends the first example when it opens, to show its purpose without a click.
  useEffect(() => {
    const [first] = exampleRequests;
    if (!first) return;
    const timer = setTimeout(() => void send(first.path));
    return () => {
      clearTimeout(timer);
    };
  }, [send]);

  /** On a phone, the form and the response are below the examples, so they are scrolled into view. */
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
    <section className="try panel" aria-label="Try the API">
      <div>
        <h2>Try the API</h2>
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
          <label className="request-label" htmlFor={fieldId}>
            Request
          </label>
          <div className="request">
            <input
              id={fieldId}
              value={path}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              onChange={(event) => {
                setPath(event.target.value);
              }}
            />
            <button className="action" type="submit" disabled={sending.state === 'in progress'}>
              Send
            </button>
          </div>
          <p className="hint">relative to {connection.siteUrl}</p>
        </form>
        <div role="status">
          {sending.state === 'in progress' ? <p className="answer hint">Sending …</p> : null}
          {sending.state === 'failed' ? (
            <p className="answer error">
              The request could not be sent: {sending.message}. Check the address and send again.
            </p>
          ) : null}
        </div>
        {sending.state === 'received' ? <ResponseView response={sending.response} /> : null}
      </div>
    </section>
  );
}

/** A response of the API: its status, where it was computed, its headers and the start of its body. */
function ResponseView({ response }: { readonly response: ShownResponse }) {
  return (
    <section className="answer" aria-label="Response">
      <p className="answer-line">
        <span className="answer-status" data-kind={response.status === 200 ? 'result' : 'problem'} data-testid="status">
          {response.status} {response.statusText}
        </span>
        <span>{formatCount(response.bodyBytes)} bytes</span>
        <span>{formatCount(Math.round(response.durationInMilliseconds))} ms</span>
        <span className="hint" data-testid="answered-by">
          answered by the {response.handledBy}
        </span>
      </p>
      <p className="hint">
        <a href={response.url}>{response.url}</a>
      </p>
      <details className="answer-headers">
        <summary>Headers</summary>
        <dl>
          {response.headers.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <pre tabIndex={0} aria-label="Body, indented for reading" data-testid="body">
        {response.bodyStart}
        {response.isTruncated ? '\n…' : ''}
      </pre>
      {response.isTruncated ? (
        <p className="hint">Only the start is shown. Open the address above to see all of it.</p>
      ) : null}
    </section>
  );
}

interface ExampleRequest {
  readonly title: string;
  readonly path: string;
}

/** One request of each kind, and two invalid ones. */
const exampleRequests: readonly ExampleRequest[] = [
  { title: 'Newest records, page 1', path: 'webapi/v1/RawData?pageNumber=1&pageSize=5' },
  {
    title: 'Records within 10 km of Cottesloe',
    path: 'webapi/v1/RawData?latitude=-31.994&longitude=115.751&pageNumber=1',
  },
  {
    title: 'Nearest feature to a point',
    path: 'webapi/v1/CoastalFeatures?latitude=-31.994&longitude=115.751&searchStyle=Nearest',
  },
  { title: 'One coastal feature', path: 'webapi/v1/CoastalFeatures/1' },
  { title: 'Features from A to Z', path: 'webapi/v1/CoastalFeatures?pageNumber=1&sortOrder=asc' },
  { title: 'All coastal features', path: 'webapi/v1/CoastalFeatures' },
  { title: 'A page that does not exist', path: 'webapi/v1/RawData?pageNumber=1000000' },
  { title: 'A request with two errors', path: 'webapi/v1/RawData?latitude=95&longitude=115&sortOrder=up' },
];

/** A response as it is shown. */
interface ShownResponse {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The start of the body, indented for reading. */
  readonly bodyStart: string;
  readonly isTruncated: boolean;
  readonly bodyBytes: number;
  readonly durationInMilliseconds: number;
  readonly handledBy: HandledBy;
}

const maxShownCharacters = 6000;

const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  304: 'Not modified',
  400: 'Bad request',
  404: 'Not found',
  405: 'Method not allowed',
  503: 'Service unavailable',
};

/** Sends a request and reads the whole response. Throws an Error whose message can be shown to the user. */
async function performRequest(connection: ApiConnection, path: string): Promise<ShownResponse> {
  const started = performance.now();
  const { response, handledBy } = await connection.request(path);
  const bytes = await response.arrayBuffer();
  const durationInMilliseconds = performance.now() - started;
  const indented = indent(new TextDecoder().decode(bytes));
  return {
    url: new URL(path, connection.siteUrl).href,
    status: response.status,
    statusText: statusTexts[response.status] ?? '',
    headers: [...response.headers],
    bodyStart: indented.slice(0, maxShownCharacters),
    isTruncated: indented.length > maxShownCharacters,
    bodyBytes: bytes.byteLength,
    durationInMilliseconds,
    handledBy,
  };
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
