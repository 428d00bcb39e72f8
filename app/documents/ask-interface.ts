/** A response of the API, as much of it as is shown. */
export interface ShownAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON is indented if it is complete. */
  readonly body: string;
  readonly isCut: boolean;
}

const mostBytesRead = 48 * 1024;
const mostCharactersShown = 6000;

/**
 * Sends a request to the API of this site; `path` is relative to its root. On a static host the service worker responds, or
 * else the same handler in this page: such a host would send a file for any query, so only responses with a header of ours
 * are accepted. Rejects with an Error whose message can be shown to the user.
 */
export async function askInterface(siteUrl: string, path: string): Promise<ShownAnswer> {
  const request = new Request(new URL(path, siteUrl));
  const sent = await fetch(request.clone()).catch(() => undefined);
  if (sent && isOurs(sent)) return readStart(sent);
  await sent?.body?.cancel();
  const { createPageHandler } = await import('../connection/page-handler.ts');
  const response = createPageHandler(siteUrl).handle(request);
  if (!response) throw new Error(`${path} is not a path of the API`);
  return readStart(await response);
}

/** Our responses have the data version; the response for unreachable data has Retry-After instead. */
function isOurs({ headers }: Response): boolean {
  return headers.has('X-Data-Version') || headers.has('Retry-After');
}

/** Reads no more than is shown: the complete list of records is long. */
async function readStart(response: Response): Promise<ShownAnswer> {
  const { status } = response;
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  let isWhole = reader === undefined;
  for (let bytes = 0; reader && !isWhole && bytes < mostBytesRead;) {
    const { done, value } = await reader.read();
    if (value) text += decoder.decode(value, { stream: true });
    bytes += value?.length ?? 0;
    isWhole = done;
  }
  if (!isWhole) await reader?.cancel();
  const body = isWhole ? indented(text) : text;
  const headers = [...response.headers];
  return {
    status,
    headers,
    body: body.slice(0, mostCharactersShown),
    isCut: !isWhole || body.length > mostCharactersShown,
  };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
