import { createStore, type StoreApi } from 'zustand/vanilla';

import { manifestPath } from '../../core/storage/layout.ts';
import { fromCacheHeader } from '../../core/storage/worker-protocol.ts';
import { applyPageUpdate, tellWorker, watchForPageUpdate, workerContainer } from './service-worker.ts';

/** How the page stands to its host. */
export interface ConnectionState {
  /** The host is out of reach: what is shown comes from this device. */
  readonly isOffline: boolean;
  /** Whether this device has a network at all; when it has and is offline still, it is the host that does not answer. */
  readonly hasNetwork: boolean;
  /** When the host last had word for this device of which data stands; null while unknown. */
  readonly lastCheckedAt: Date | null;
  readonly pageUpdate: 'none' | 'ready';
  readonly dataUpdate: 'none' | 'ready';
}

const minute = 60_000;
const usualPause = 5 * minute;
const pauseWhileOffline = minute / 4;
/** One failure may be chance: a second look follows at once, before anything is said. */
const pauseAfterFirstFailure = 2500;
const failuresUntilOffline = 2;
const pauseOfWorkerUpdates = 60 * minute;
/** The data is being loaded meanwhile, and brings the first check with it. */
const pauseAtStart = 15_000;

/** Whoever has just opened the page has the device and the line first. */
const pauseBeforeRest = 5000;

/** Looks to the host from time to time while the page is seen: is it there, has it newer data or a newer page? */
export class ConnectionWatch {
  readonly state: StoreApi<ConnectionState>;
  readonly #siteUrl: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #workers: ServiceWorkerContainer | undefined;
  #shownVersion: string | undefined;
  #failures = 0;
  #isChecking = false;
  readonly #firstLook: Promise<void>;
  #firstLookIsOver: () => void = () => undefined;
  /** What was wished for while a look was under way: that look may have begun before there was a reason for another. */
  #pauseAsked: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #workerUpdatedAt = performance.now();

  /** `siteUrl` is the address of the site's root, ending in a slash. */
  constructor(siteUrl: string, fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis)) {
    this.#siteUrl = siteUrl;
    this.#fetch = fetch;
    this.#workers = workerContainer();
    this.#firstLook = new Promise((resolve) => {
      this.#firstLookIsOver = resolve;
    });
    this.state = createStore<ConnectionState>(() => ({
      isOffline: false,
      hasNetwork: navigator.onLine,
      lastCheckedAt: null,
      pageUpdate: 'none',
      dataUpdate: 'none',
    }));
  }

  /** Begins to look. Returns how to stop. */
  start(): () => void {
    const checkSoon = (): void => {
      this.#askForCheck(0);
    };
    const onOffline = (): void => {
      this.#askForCheck(1000);
    };
    const onVisibilityChange = (): void => {
      if (document.visibilityState === 'visible') this.#askForCheck(0);
    };
    window.addEventListener('online', checkSoon);
    window.addEventListener('offline', onOffline);
    document.addEventListener('visibilitychange', onVisibilityChange);
    if (this.#workers) {
      const scripts = Array.from(document.scripts, ({ src }) => src);
      const own = scripts.filter((src) => src.startsWith(`${this.#siteUrl}assets/`));
      // The first look comes when the page has its data.
      watchForPageUpdate(this.#workers, { scripts: own, untilCalm: this.#firstLook }, () => {
        this.state.setState({ pageUpdate: 'ready' });
      });
    }
    this.#checkAfter(navigator.onLine ? pauseAtStart : 0);
    return () => {
      clearTimeout(this.#timer);
      clearTimeout(this.#restTimer);
      window.removeEventListener('online', checkSoon);
      window.removeEventListener('offline', onOffline);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }

  /** Tells which version of the data the page shows from now on. The worker keeps it, and the host is asked for newer. */
  dataIsShown(dataVersion: string): void {
    this.#shownVersion = dataVersion;
    this.state.setState({ dataUpdate: 'none' });
    tellWorker('keep');
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      tellWorker('keep the rest');
    }, pauseBeforeRest);
    this.#askForCheck(0);
  }

  /** Lets the newer page take over and loads it. Call it on a person's word alone. */
  readonly applyPageUpdate = (): void => {
    void applyPageUpdate(this.#workers, () => {
      location.reload();
    });
  };

  /** Looks again so soon, in any case: a look under way does not count, nor does the pause it asks for. */
  #askForCheck(milliseconds: number): void {
    if (this.#isChecking) this.#pauseAsked = Math.min(milliseconds, this.#pauseAsked ?? milliseconds);
    else this.#checkAfter(milliseconds);
  }

  #checkAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), milliseconds);
  }

  async #check(): Promise<void> {
    // A page that nobody sees asks nothing; becoming visible brings a check.
    if (this.#isChecking || document.visibilityState === 'hidden') return;
    this.#isChecking = true;
    const found = await checkManifest(this.#siteUrl, this.#fetch);
    this.#isChecking = false;
    this.#firstLookIsOver();
    if (found.isFromHost) this.#noteHost(found.dataVersion);
    else this.#noteFailure(found.checkedAt);
    if (this.#pauseAsked !== undefined) this.#checkAfter(this.#pauseAsked);
    this.#pauseAsked = undefined;
  }

  #noteHost(dataVersion: string): void {
    this.#failures = 0;
    const isNewer = this.#shownVersion !== undefined && dataVersion !== this.#shownVersion;
    this.state.setState({
      isOffline: false,
      hasNetwork: true,
      lastCheckedAt: new Date(),
      dataUpdate: isNewer ? 'ready' : 'none',
    });
    if (performance.now() - this.#workerUpdatedAt > pauseOfWorkerUpdates) this.#updateWorker();
    this.#checkAfter(usualPause);
  }

  #noteFailure(checkedAt: Date | null): void {
    this.#failures++;
    const hasNetwork = navigator.onLine;
    const isOffline = !hasNetwork || this.#failures >= failuresUntilOffline;
    if (isOffline) {
      const lastCheckedAt = checkedAt ?? this.state.getState().lastCheckedAt;
      // Newer data cannot be had now, whatever was said before.
      this.state.setState({ isOffline, hasNetwork, lastCheckedAt, dataUpdate: 'none' });
    }
    this.#checkAfter(isOffline ? pauseWhileOffline : pauseAfterFirstFailure);
  }

  /** Browsers look for a new worker when a page opens; one that stays open for long would never hear of it. */
  #updateWorker(): void {
    this.#workerUpdatedAt = performance.now();
    void this.#workers
      ?.getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined);
  }
}

/** What a look at the site's manifest shows. */
export type ManifestCheck =
  | { readonly isFromHost: true; readonly dataVersion: string }
  /** The host is out of reach; `checkedAt` is when this device last had word from it, if the worker knows. */
  | { readonly isFromHost: false; readonly checkedAt: Date | null };

const patienceInMilliseconds = 8000;

/** Asks the host which version of the data stands now. Never rejects. */
export async function checkManifest(siteUrl: string, fetch: typeof globalThis.fetch): Promise<ManifestCheck> {
  try {
    const signal = AbortSignal.timeout(patienceInMilliseconds);
    const response = await fetch(siteUrl + manifestPath, { cache: 'no-cache', signal });
    const kept = response.headers.get(fromCacheHeader);
    if (kept !== null) return { isFromHost: false, checkedAt: parseDate(kept) };
    const dataVersion = response.ok ? dataVersionOf(await response.text()) : undefined;
    if (dataVersion !== undefined) return { isFromHost: true, dataVersion };
  } catch {
    // Out of reach, too slow, or something else in the manifest's place.
  }
  return { isFromHost: false, checkedAt: null };
}

/** Only a look: who uses the manifest checks all of it. */
function dataVersionOf(text: string): string | undefined {
  const manifest = JSON.parse(text) as { readonly content?: { readonly dataVersion?: unknown } } | null;
  const dataVersion = manifest?.content?.dataVersion;
  return typeof dataVersion === 'string' ? dataVersion : undefined;
}

function parseDate(text: string): Date | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}
