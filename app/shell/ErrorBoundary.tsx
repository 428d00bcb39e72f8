import { Component, type ReactNode } from 'react';

interface State {
  readonly message: string | null;
}

/** Shows a message and recovery actions when rendering fails. */
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
        <h1>Something went wrong</h1>
        <p>This is a bug in the page. The data and the API are not affected.</p>
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
            Reload the page
          </button>{' '}
          <a className="button" href="./">
            Start again with the whole coast
          </a>
        </p>
      </main>
    );
  }
}
