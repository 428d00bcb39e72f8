/** What came back for a request: status 0 where the connection ended without an answer. */
export interface HostileAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Stands in a file beside the site: an answer that holds it gave away a file outside of the tree. */
export const secret = 'THIS STANDS OUTSIDE OF THE SITE';

/** Methods and versions that a server does not know are not its failure. */
const allowedAboveFiveHundred = new Set([501, 505]);

/** What is wrong with an answer, whatever was asked; empty when it is one that may be given. */
export function faultsOf({ status, headers, body }: HostileAnswer): string[] {
  const faults: string[] = [];
  const type = headers['content-type'] ?? '';
  if (status >= 500 && !allowedAboveFiveHundred.has(status)) faults.push(`status ${status}`);
  if (body.includes(secret) || /root:.*:0:0:/.test(body)) faults.push('a file outside of the tree');
  if (status >= 400 && (type.includes('html') || /<(?:!doctype|html)/i.test(body)))
    faults.push(`HTML with status ${status}`);
  for (const name of ['x-injected', 'set-cookie']) {
    if (name in headers) faults.push(`the header ${name}`);
  }
  return faults;
}

/** The same for an answer of the interface: it is JSON and nothing else. */
export function faultsOfInterface(answer: HostileAnswer): string[] {
  const faults = faultsOf(answer);
  const { status, headers, body } = answer;
  if (![200, 204, 304, 400, 404, 405, 414, 431].includes(status)) faults.push(`status ${status}`);
  if (body === '') return faults;
  if (headers['content-type'] !== 'application/json; charset=UTF-8')
    faults.push(`type ${headers['content-type'] ?? 'none'}`);
  try {
    JSON.parse(body);
  } catch {
    faults.push('a body that is not JSON');
  }
  return faults;
}
