import {
  Component,
  type ComponentClass,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from 'react';

import { Button } from './buttons.tsx';
import { Dialog } from './Dialog.tsx';
import { restoreFocusOnUnmount } from './focus-count.ts';

/** A module or one of its dependencies could not be loaded: no network, blocked, or removed by a newer release. */
class ModuleNotLoadedError extends Error {
  constructor(cause: unknown) {
    super('A module could not be loaded.', { cause });
    this.name = 'ModuleNotLoadedError';
  }
}

/** A module that is loaded once, on demand. After a failure, the next call tries again. */
export class LazyModule<Module> {
  readonly #importModule: () => Promise<Module>;
  readonly #listeners = new Set<() => void>();
  #promise: Promise<Module> | undefined;
  #loaded: Module | undefined;

  /** `importModule` must call `import()` with a literal path, which bundlers can see. */
  constructor(importModule: () => Promise<Module>) {
    this.#importModule = importModule;
  }

  /** The module; undefined until it is loaded. */
  get loaded(): Module | undefined {
    return this.#loaded;
  }

  /** Loads the module. Rejects with `ModuleNotLoadedError`. */
  load(): Promise<Module> {
    this.#promise ??= this.#importModule().then(
      (module) => {
        this.#loaded = module;
        for (const listener of this.#listeners) listener();
        return module;
      },
      (error: unknown) => {
        this.#promise = undefined;
        throw new ModuleNotLoadedError(error);
      },
    );
    return this.#promise;
  }

  /** Calls `listener` when the module is loaded. Returns an unsubscribe function. */
  readonly onceLoaded = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
}

/**
 * Renders a replacement for a component that could not be loaded, or whose rendering failed, given the default message
 * and the component's props.
 */
type FailureView<Properties> = (message: ReactNode, properties: Properties, wasLoaded: boolean) => ReactNode;

/** For a component whose module also contains another component that reports that it could not be loaded. */
export const noFailureView: FailureView<object> = (message, _, wasLoaded) => (wasLoaded ? message : null);

/** For a component that is a dialog: shows the message in a dialog that can be closed. */
export function failureDialog(title: string): FailureView<{ readonly onClose: () => void }> {
  return (message, { onClose }) => (
    <Dialog title={title} onClose={onClose}>
      {message}
    </Dialog>
  );
}

interface State {
  readonly error: unknown;
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly renderFailure?: (error: unknown) => ReactNode;
}

/** One region of the page: if rendering it fails, a message with buttons replaces it, and the rest is not affected. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  readonly #tryAgain = (): void => {
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { children, renderFailure } = this.props;
    const { error } = this.state;
    if (error === null) return children;
    return renderFailure ? renderFailure(error) : <FailureMessage wasLoaded onTryAgain={this.#tryAgain} />;
  }
}

/**
 * A component whose module is loaded on demand; until then, the nearest `Suspense` fallback is shown. If loading fails,
 * a message with buttons replaces the component, and the rest of the page is not affected. Loading is retried when the
 * user presses a button and when the component is mounted again. The component also recovers when another component has
 * loaded the same module. If rendering fails, the same message replaces it.
 */
export function lazyComponent<Module, Properties extends object>(
  module: LazyModule<Module>,
  pick: (module: Module) => ComponentType<Properties>,
  renderFailure: FailureView<Properties> = (message) => message,
): ComponentClass<Properties> {
  // Created outside the component, because a suspended component keeps no state, and created again after each failure,
  // because `lazy` never retries after a rejection.
  const createLazy = () => lazy(async () => ({ default: pick(await module.load()) }));
  let pending: ComponentType<Properties> = createLazy();
  /** A component that is already loaded is used directly: `lazy` would briefly show the fallback. */
  const currentComponent = (): ComponentType<Properties> => (module.loaded ? pick(module.loaded) : pending);

  return class LazyComponent extends Component<Properties, State> {
    override state: State = { error: null };
    #unsubscribe: (() => void) | undefined;
    #content = currentComponent();

    static getDerivedStateFromError(error: unknown): State {
      return { error };
    }

    override componentDidMount(): void {
      this.#unsubscribe = module.onceLoaded(this.#recover);
    }

    override componentWillUnmount(): void {
      this.#unsubscribe?.();
      if (this.state.error !== null) pending = createLazy();
    }

    readonly #recover = (): void => {
      if (this.state.error === null) return;
      pending = createLazy();
      this.#content = currentComponent();
      this.setState({ error: null });
    };

    readonly #tryAgain = async (): Promise<void> => {
      await module.load();
      this.#recover();
    };

    override render(): ReactNode {
      const { error } = this.state;
      // The type of a component says that it may return a text, which JSX does not allow.
      if (error === null) return createElement(this.#content, this.props);
      const wasLoaded = !(error instanceof ModuleNotLoadedError);
      const message = <FailureMessage wasLoaded={wasLoaded} onTryAgain={this.#tryAgain} />;
      return renderFailure(message, this.props, wasLoaded);
    }
  };
}

interface FailureMessageProps {
  readonly wasLoaded: boolean;
  /** Rejects when loading fails again. */
  readonly onTryAgain: () => Promise<void> | void;
}

/** The message shown instead of a region. */
function FailureMessage({ wasLoaded, onTryAgain }: FailureMessageProps) {
  const [isTrying, setIsTrying] = useState(false);

  async function tryAgain(): Promise<void> {
    if (isTrying) return;
    setIsTrying(true);
    try {
      await onTryAgain();
    } catch {
      // The message remains.
    }
    setIsTrying(false);
  }

  return (
    <div className="inset stack label" role="alert" ref={restoreFocusOnUnmount}>
      <p>
        {wasLoaded ? 'Something went wrong in this part of the page.' : 'This part of the page could not be loaded.'}
      </p>
      <p className="row wrap">
        <Button size="small" aria-disabled={isTrying} onClick={() => void tryAgain()}>
          {isTrying ? 'Loading …' : 'Try again'}
        </Button>
        <Button
          kind="plain"
          size="small"
          onClick={() => {
            window.location.reload();
          }}
        >
          Reload the page
        </Button>
      </p>
    </div>
  );
}

interface DeferredMountProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/**
 * Mounts its children after everything around them, as a transition: React renders a large subtree in short tasks, and
 * handles input in between.
 */
export function DeferredMount({ fallback, children }: DeferredMountProps) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    startTransition(() => {
      setIsDue(true);
    });
  }, []);
  return <>{isDue ? children : fallback}</>;
}
