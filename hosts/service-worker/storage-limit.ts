/** Holds several versions of the published data, which take some 17 MB each, whole. */
const mostBytes = 100_000_000;
/** Of what the browser grants the site's origin, on which other sites may stand. */
const share = 0.1;
/** Where a browser does not say what it grants. */
const bytesUntold = 20_000_000;

/** How a browser says what it grants an origin: `navigator.storage.estimate`. */
export type EstimateStorage = () => Promise<StorageEstimate>;

/** How many bytes of data files may be kept on this device. Never rejects. */
export async function storageLimit(estimate: EstimateStorage | undefined): Promise<number> {
  try {
    const { quota } = (await estimate?.()) ?? {};
    return quota === undefined ? bytesUntold : Math.min(mostBytes, share * quota);
  } catch {
    return bytesUntold;
  }
}
