import { formatCount } from '../vocabulary/numbers.ts';
import type { ShownAnswer } from './perform-request.ts';

/** An answer of the interface: its status, who gave it, its headers and the start of its body. */
export function AnswerView({ answer }: { readonly answer: ShownAnswer }) {
  return (
    <section className="answer" aria-label="Answer">
      <p className="answer-line">
        <span className="answer-status" data-kind={answer.status === 200 ? 'result' : 'problem'} data-testid="status">
          {answer.status} {answer.statusText}
        </span>
        <span>{formatCount(answer.bodyBytes)} bytes</span>
        <span>{formatCount(Math.round(answer.durationInMilliseconds))} ms</span>
        <span className="hint" data-testid="answered-by">
          answered by the {answer.answeredBy}
        </span>
      </p>
      <p className="hint">
        <a href={answer.url}>{answer.url}</a>
      </p>
      <details className="answer-headers">
        <summary>Headers</summary>
        <dl>
          {answer.headers.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <pre tabIndex={0} aria-label="Body, indented for reading" data-testid="body">
        {answer.bodyStart}
        {answer.isCut ? '\n…' : ''}
      </pre>
      {answer.isCut ? <p className="hint">The body goes on. Open the address above to see all of it.</p> : null}
    </section>
  );
}
