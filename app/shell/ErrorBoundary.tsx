import { Component, type ReactNode } from 'react';

interface State {
  readonly message: string | null;
}

/** What is left when a part of the page fails in a way that nobody thought of: words and ways on, not a blank. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { message: null };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    return (
      <main className="broken" role="alert">
        <h1>This page has failed</h1>
        <p>That is a fault of ours. The data and the interface are not touched by it.</p>
        <p className="muted small">{message}</p>
        <p>
          <button
            type="button"
            className="button"
            data-kind="primary"
            onClick={() => {
              window.location.reload();
            }}
          >
            Load the page again
          </button>{' '}
          <a className="button" href="./">
            Start from the whole coast
          </a>
        </p>
      </main>
    );
  }
}
