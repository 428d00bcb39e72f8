/** Whether the device has a sheet of its own for sharing, as telephones do. */
export function hasShareSheet(): boolean {
  return typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches;
}

/** Opens the device's own sheet; false when it could not be opened. That a person closed it again is no failure. */
export async function shareNatively(address: string): Promise<boolean> {
  try {
    await navigator.share({ title: 'Coastwatch', url: address });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
