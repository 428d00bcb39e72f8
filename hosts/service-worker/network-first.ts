export interface NetworkFirstOptions {
  /** Whether an answer of the network is the thing asked for; otherwise a kept copy is better. */
  readonly isGood: (response: Response) => boolean;
  readonly kept: () => Promise<Response | undefined>;
  readonly patienceInMilliseconds: number;
}

/**
 * What the network says, when it comes in time and is good; otherwise the kept copy. Without one, what the network
 * says in the end, whatever it is.
 */
export async function networkFirst(network: Promise<Response>, options: NetworkFirstOptions): Promise<Response> {
  const { isGood, kept, patienceInMilliseconds } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeIsUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, patienceInMilliseconds);
  });
  const first = await Promise.race([network.catch(() => undefined), timeIsUp]);
  clearTimeout(timer);
  if (first && isGood(first)) return first;
  return (await kept().catch(() => undefined)) ?? network;
}

/** A page of HTML in place of a file is what hosts of single-page applications send for a missing one. */
export function isWholeFile(response: Response): boolean {
  return response.status === 200 && !/^text\/html/i.test(response.headers.get('Content-Type') ?? '');
}
