import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Answer, Engine, LoadedData, MapBox, Question } from '../engine/questions.ts';
import type { ViewStore } from '../view/view-store.ts';
import { regionOfData } from '../vocabulary/region.ts';
import { latestOnly } from './latest-only.ts';
import { inStep } from './once-a-frame.ts';
import { onceStill } from '../view/once-still.ts';

/** What is known of the data at the moment. */
export type Loading =
  | { readonly state: 'under way'; readonly loaded: number; readonly of: number }
  | { readonly state: 'ready'; readonly data: LoadedData }
  | { readonly state: 'failed'; readonly message: string };

/** What the page shows beside the view: it follows from the view and the data. */
export interface Findings {
  readonly loading: Loading;
  /** How many times the data has been read: what was asked of the data before is to be asked again. */
  readonly loads: number;
  /** The answer to the latest question that has one; it may be one frame behind the view. */
  readonly answer: Answer | null;
  /** What the map shows, as the map tells it. */
  readonly area: MapBox;
  /** The rows of the list on the screen, as the list tells it. */
  readonly visibleRows: { readonly start: number; readonly end: number };
  /** Why what is shown could not be brought up to date; null when nothing failed. */
  readonly updateFailure: string | null;
  /**
   * Whether the view has stood still for a moment and its question has come back, with an answer or without: what is
   * announced waits for this. Scrolling the list does not count as movement.
   */
  readonly isSettled: boolean;
}

const settledAfterInMilliseconds = 600;

/** The question that a view puts. */
export function questionOf(
  { filters, tab, sort, search }: ViewStore,
  { area, visibleRows }: Pick<Findings, 'area' | 'visibleRows'>,
): Question {
  return { filters, tab, sort, search, area, rows: visibleRows };
}

/** Ties the view to the engine: every change of the view is a question, every answer is shown. */
export class Session {
  readonly siteUrl: string;
  readonly engine: Engine;
  readonly view: StoreApi<ViewStore>;
  readonly findings: StoreApi<Findings>;
  readonly #ask: (question: Question) => void;
  readonly #settling = onceStill(settledAfterInMilliseconds, () => {
    this.#isStill = true;
    this.#settle();
  });
  #asked: Question | undefined;
  #isStill = false;
  #isAnswered = false;

  constructor(siteUrl: string, engine: Engine, view: StoreApi<ViewStore>) {
    this.siteUrl = siteUrl;
    this.engine = engine;
    this.view = view;
    this.findings = createStore<Findings>(() => ({
      loading: { state: 'under way', loaded: 0, of: 0 },
      loads: 0,
      answer: null,
      area: regionOfData,
      visibleRows: { start: 0, end: 20 },
      updateFailure: null,
      isSettled: false,
    }));
    this.#ask = latestOnly(
      (question: Question) => engine.ask(question),
      (answer, question) => {
        inStep(() => {
          // What comes back from a worker is a copy; the parts of a question are told apart by their identity.
          this.findings.setState({ answer: { ...answer, question }, updateFailure: null });
          this.#noteOutcome(question);
        });
      },
      (error, question) => {
        this.#fail(error);
        inStep(() => {
          this.#noteOutcome(question);
        });
      },
    );
    engine.onStopped?.((error) => {
      this.#fail(error);
    });
    view.subscribe(() => {
      this.#refresh();
    });
  }

  /** Reads the data, or reads it anew; while that goes on, what was there before stays. */
  async load(): Promise<void> {
    if (this.findings.getState().loading.state !== 'ready') {
      this.findings.setState({ loading: { state: 'under way', loaded: 0, of: 0 } });
    }
    try {
      const data = await this.engine.load(this.siteUrl, (loaded, of) => {
        if (this.findings.getState().loading.state !== 'ready') {
          this.findings.setState({ loading: { state: 'under way', loaded, of } });
        }
      });
      const loads = this.findings.getState().loads + 1;
      this.findings.setState({ loading: { state: 'ready', data }, loads, updateFailure: null });
      this.#asked = undefined;
      this.#refresh();
    } catch (error) {
      this.#fail(error);
    }
  }

  showArea(area: MapBox): void {
    this.findings.setState({ area });
    this.#refresh();
  }

  showRows(start: number, end: number): void {
    this.findings.setState({ visibleRows: { start, end } });
    this.#refresh();
  }

  /** The question that the view puts now. */
  question(): Question {
    return questionOf(this.view.getState(), this.findings.getState());
  }

  #refresh(): void {
    if (this.findings.getState().loading.state !== 'ready') return;
    const question = this.question();
    const before = this.#asked;
    const isOfSameThings = before !== undefined && isSameButForRows(before, question);
    if (isOfSameThings && before.rows.start === question.rows.start && before.rows.end === question.rows.end) return;
    this.#asked = question;
    this.#isAnswered = false;
    if (!isOfSameThings) this.#unsettle();
    this.#ask(question);
  }

  #unsettle(): void {
    this.#isStill = false;
    if (this.findings.getState().isSettled) this.findings.setState({ isSettled: false });
    this.#settling.moved();
  }

  #noteOutcome(question: Question): void {
    this.#isAnswered = question === this.#asked;
    this.#settle();
  }

  #settle(): void {
    if (!this.#isStill || !this.#isAnswered || this.findings.getState().isSettled) return;
    this.findings.setState({ isSettled: true });
  }

  #fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    // As answers are shown: one that came before, and waits, would take the message away.
    inStep(() => {
      // Data that is shown stays: it is no worse than before.
      if (this.findings.getState().loading.state === 'ready') this.findings.setState({ updateFailure: message });
      else this.findings.setState({ loading: { state: 'failed', message } });
    });
  }
}

/** Parts of a view keep their identity until they change. */
function isSameButForRows(a: Question, b: Question): boolean {
  return (
    a.filters === b.filters &&
    a.tab === b.tab &&
    a.sort === b.sort &&
    a.search === b.search &&
    // With a search, what the map shows makes no difference.
    (a.search !== null || a.area === b.area)
  );
}
