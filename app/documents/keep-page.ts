/**
 * Lets the service worker keep this page for days without a network: once it answers for the page, it is asked for it.
 * Waits until the page stands, and does nothing where no worker can run.
 */
export function keepPage(siteUrl: string): void {
  // Browsers leave it out on plain http, and some in private windows, whatever its type says.
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return;
  const ask = (): void => {
    void fetch(location.href, { priority: 'low' }).catch(() => undefined);
  };
  const begin = (): void => {
    if (!serviceWorker.controller) serviceWorker.addEventListener('controllerchange', ask, { once: true });
    void serviceWorker.register(new URL('sw.js', siteUrl), { updateViaCache: 'none' }).catch(() => undefined);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}
