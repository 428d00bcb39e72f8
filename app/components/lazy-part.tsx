import { Component, lazy, type ComponentType, type ReactNode } from 'react';

import { Dialog } from './Dialog.tsx';
import { PartNotLoaded } from './PartNotLoaded.tsx';
import { ScriptNotLoaded, type Script } from './script.ts';

/** What stands in the place of a part that could not be loaded, made of the usual words and the part's properties. */
export type InItsPlace<Properties> = (words: ReactNode, properties: Properties) => ReactNode;

/** For a part that comes with a script whose failure another part tells. */
export const toldElsewhere: InItsPlace<object> = () => null;

/** For a part that is a dialog: the words come in one too, so that they are seen and can be closed. */
export function inDialog(title: string): InItsPlace<{ readonly onClose: () => void }> {
  return (words, { onClose }) => (
    <Dialog title={title} onClose={onClose}>
      {words}
    </Dialog>
  );
}

interface State {
  readonly error: unknown;
}

/**
 * A part of the page that comes with a script of its own; until then the nearest `Suspense` shows. If it cannot be
 * loaded, words and ways on stand in its place, and the rest of the page stays. It is tried again on a person's word,
 * when the part is opened anew, and when another part has got the same script.
 */
export function lazyPart<Module, Properties extends object>(
  script: Script<Module>,
  pick: (module: Module) => ComponentType<Properties>,
  inItsPlace: InItsPlace<Properties> = (words) => words,
): ComponentType<Properties> {
  // Kept here: what has not been shown yet has no memory of its own, and a rejection is kept for good.
  const ask = () => lazy(async () => ({ default: pick(await script.load()) }));
  let coming: ComponentType<Properties> = ask();
  /** What is there already is shown at once: `lazy` would let the fallback flash. */
  const choose = (): ComponentType<Properties> => (script.loaded ? pick(script.loaded) : coming);

  return class Part extends Component<Properties, State> {
    override state: State = { error: null };
    #stop: (() => void) | undefined;
    #content = choose();

    static getDerivedStateFromError(error: unknown): State {
      return { error };
    }

    override componentDidMount(): void {
      this.#stop = script.onceLoaded(this.#recover);
    }

    override componentWillUnmount(): void {
      this.#stop?.();
      if (this.state.error !== null) coming = ask();
    }

    readonly #recover = (): void => {
      if (this.state.error === null) return;
      coming = ask();
      this.#content = choose();
      this.setState({ error: null });
    };

    readonly #tryAgain = async (): Promise<void> => {
      await script.load();
      this.#recover();
    };

    override render(): ReactNode {
      const { error } = this.state;
      const Content = this.#content;
      if (error === null) return <Content {...this.props} />;
      // A fault of the part itself is no matter of its script.
      if (!(error instanceof ScriptNotLoaded)) throw error;
      return inItsPlace(<PartNotLoaded onTryAgain={this.#tryAgain} />, this.props);
    }
  };
}
