import { createStore, type StoreApi } from 'zustand/vanilla';

import { manifestPath } from '../../core/storage/format/layout.ts';
import { fromCacheHeader } from '../../core/http/worker-protocol.ts';
import { applyPageUpdate, postToWorker, watchForPageUpdate, workerContainer } from './service-worker.ts';

/** Whether the page can reach its host, and which updates are ready. */
export interface ConnectionState {
  /** The host cannot be reached: the data shown comes from this device. */
  readonly isOffline: boolean;
  /** Whether this device has a network. If it has one and `isOffline` is true, the host does not respond. */
  readonly hasNetwork: boolean;
  /** When this device last received the current data version from the host; null while unknown. */
  readonly lastCheckedAt: Date | null;
  readonly pageUpdate: 'none' | 'ready';
  readonly dataUpdate: 'none' | 'ready';
}

const minute = 60_000;
const checkInterval = 5 * minute;
const offlineCheckInterval = minute / 4;
/** A single failure may be chance: a second check follows soon, before anything is reported. */
const recheckDelay = 2500;
const failuresUntilOffline = 2;
const workerUpdateInterval = 60 * minute;
/** The first check runs as soon as the data is loaded, or after this time if loading takes longer. */
const firstCheckDelay = 15_000;

/** The worker caches the remaining files only after the page has loaded. */
const remainingFilesDelay = 5000;

/** Polls the host while the page is visible, to detect whether it is reachable and has newer data or a newer page. */
export class ConnectionWatch {
  readonly state: StoreApi<ConnectionState>;
  readonly #siteUrl: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #workers: ServiceWorkerContainer | undefined;
  #shownVersion: string | undefined;
  #failures = 0;
  #isChecking = false;
  readonly #firstCheck: Promise<void>;
  #resolveFirstCheck: () => void = () => undefined;
  /**
   * The delay of a check that was requested while another one was running. The running check may have started before the
   * reason for the request.
   */
  #requestedDelay: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #remainingFilesTimer: ReturnType<typeof setTimeout> | undefined;
  #workerUpdatedAt = performance.now();

  /** `siteUrl` is the URL of the site's root, ending in a slash. */
  constructor(siteUrl: string, fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis)) {
    this.#siteUrl = siteUrl;
    this.#fetch = fetch;
    this.#workers = workerContainer();
    this.#firstCheck = new Promise((resolve) => {
      this.#resolveFirstCheck = resolve;
    });
    this.state = createStore<ConnectionState>(() => ({
      isOffline: false,
      hasNetwork: navigator.onLine,
      lastCheckedAt: null,
      pageUpdate: 'none',
      dataUpdate: 'none',
    }));
  }

  /** Starts polling. Returns a function that stops it. */
  start(): () => void {
    const checkSoon = (): void => {
      this.#requestCheck(0);
    };
    const onOffline = (): void => {
      this.#requestCheck(1000);
    };
    const onVisibilityChange = (): void => {
      if (document.visibilityState === 'visible') this.#requestCheck(0);
    };
    window.addEventListener('online', checkSoon);
    window.addEventListener('offline', onOffline);
    document.addEventListener('visibilitychange', onVisibilityChange);
    if (this.#workers) {
      const scripts = Array.from(document.scripts, ({ src }) => src);
      const ownScripts = scripts.filter((src) => src.startsWith(`${this.#siteUrl}assets/`));
      // The first check runs once the page has its data.
      watchForPageUpdate(this.#workers, { scripts: ownScripts, untilQuiet: this.#firstCheck }, () => {
        this.state.setState({ pageUpdate: 'ready' });
      });
    }
    this.#checkAfter(navigator.onLine ? firstCheckDelay : 0);
    return () => {
      clearTimeout(this.#timer);
      clearTimeout(this.#remainingFilesTimer);
      window.removeEventListener('online', checkSoon);
      window.removeEventListener('offline', onOffline);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }

  /** Sets the data version that the page shows. The worker caches it, and the host is checked for a newer one. */
  setShownVersion(dataVersion: string): void {
    this.#shownVersion = dataVersion;
    this.state.setState({ dataUpdate: 'none' });
    postToWorker('keep');
    clearTimeout(this.#remainingFilesTimer);
    this.#remainingFilesTimer = setTimeout(() => {
      postToWorker('keep the rest');
    }, remainingFilesDelay);
    this.#requestCheck(0);
  }

  /** Activates and loads the newer page. Call it only when the user accepts. */
  readonly applyPageUpdate = (): void => {
    void applyPageUpdate(this.#workers, () => {
      location.reload();
    });
  };

  /** Schedules a check. If another check is running, the delay starts when that one ends. */
  #requestCheck(milliseconds: number): void {
    if (this.#isChecking) this.#requestedDelay = Math.min(milliseconds, this.#requestedDelay ?? milliseconds);
    else this.#checkAfter(milliseconds);
  }

  #checkAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), milliseconds);
  }

  async #check(): Promise<void> {
    // A hidden page does not poll; becoming visible triggers a check.
    if (this.#isChecking || document.visibilityState === 'hidden') return;
    this.#isChecking = true;
    const result = await checkManifest(this.#siteUrl, this.#fetch);
    this.#isChecking = false;
    this.#resolveFirstCheck();
    if (result.isFromHost) this.#noteSuccess(result.dataVersion);
    else this.#noteFailure(result.checkedAt);
    if (this.#requestedDelay !== undefined) this.#checkAfter(this.#requestedDelay);
    this.#requestedDelay = undefined;
  }

  #noteSuccess(dataVersion: string): void {
    this.#failures = 0;
    const isNewer = this.#shownVersion !== undefined && dataVersion !== this.#shownVersion;
    this.state.setState({
      isOffline: false,
      hasNetwork: true,
      lastCheckedAt: new Date(),
      dataUpdate: isNewer ? 'ready' : 'none',
    });
    if (performance.now() - this.#workerUpdatedAt > workerUpdateInterval) this.#updateWorker();
    this.#checkAfter(checkInterval);
  }

  #noteFailure(checkedAt: Date | null): void {
    this.#failures++;
    const hasNetwork = navigator.onLine;
    const isOffline = !hasNetwork || this.#failures >= failuresUntilOffline;
    if (isOffline) {
      const lastCheckedAt = checkedAt ?? this.state.getState().lastCheckedAt;
      // Newer data cannot be loaded now, even if it was reported before.
      this.state.setState({ isOffline, hasNetwork, lastCheckedAt, dataUpdate: 'none' });
    }
    this.#checkAfter(isOffline ? offlineCheckInterval : recheckDelay);
  }

  /** Browsers check for a new worker when a page opens; a page that stays open for a long time must do it itself. */
  #updateWorker(): void {
    this.#workerUpdatedAt = performance.now();
    void this.#workers
      ?.getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined);
  }
}

/** The result of requesting the site's manifest. */
export type ManifestCheck =
  | { readonly isFromHost: true; readonly dataVersion: string }
  /** The host cannot be reached; `checkedAt` is when this device last reached it, if the worker knows. */
  | { readonly isFromHost: false; readonly checkedAt: Date | null };

const timeoutInMilliseconds = 8000;

/** Requests the current data version from the host. Never rejects. */
export async function checkManifest(siteUrl: string, fetch: typeof globalThis.fetch): Promise<ManifestCheck> {
  try {
    const signal = AbortSignal.timeout(timeoutInMilliseconds);
    const response = await fetch(siteUrl + manifestPath, { cache: 'no-cache', signal });
    const cachedAt = response.headers.get(fromCacheHeader);
    if (cachedAt !== null) return { isFromHost: false, checkedAt: parseDate(cachedAt) };
    const dataVersion = response.ok ? dataVersionOf(await response.text()) : undefined;
    if (dataVersion !== undefined) return { isFromHost: true, dataVersion };
  } catch {
    // Unreachable, too slow, or not a manifest.
  }
  return { isFromHost: false, checkedAt: null };
}

/** Reads only this field: the code that uses the manifest validates all of it. */
function dataVersionOf(text: string): string | undefined {
  const manifest = JSON.parse(text) as { readonly content?: { readonly dataVersion?: unknown } } | null;
  const dataVersion = manifest?.content?.dataVersion;
  return typeof dataVersion === 'string' ? dataVersion : undefined;
}

function parseDate(text: string): Date | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}
