export interface WorkerdOptions {
  /** Of the built site, absolute. */
  readonly siteDirectory: string;
  /** Of the edge worker's file, absolute or relative to the configuration. */
  readonly workerPath: string;
  readonly basePath: string;
  /** Such as `127.0.0.1:8787`. */
  readonly listen: string;
}

/** The day whose behaviour of the runtime the worker was tried with. */
export const compatibilityDate = '2026-11-01';

/** What `workerd serve` takes: the edge worker, and the site's directory as its store of files. */
export function workerdConfiguration({ siteDirectory, workerPath, basePath, listen }: WorkerdOptions): string {
  return `# The whole site and the full interface by workerd: workerd serve workerd.capnp
using Workerd = import "/workerd/workerd.capnp";

const coastwatch :Workerd.Config = (
  services = [
    (name = "main", worker = .edge),
    (name = "files", disk = (path = ${quoted(siteDirectory)}, writable = false, allowDotfiles = false)),
  ],
  sockets = [(name = "http", address = ${quoted(listen)}, http = (), service = "main")],
);

const edge :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed ${quoted(workerPath)})],
  compatibilityDate = ${quoted(compatibilityDate)},
  bindings = [
    (name = "ASSETS", service = "files"),
    (name = "COASTWATCH_BASE_PATH", text = ${quoted(basePath)}),
    # Without this line answers are not compressed: for a proxy before it that does so.
    (name = "COASTWATCH_COMPRESSION", text = "gzip"),
  ],
);
`;
}

/** A text of Cap'n Proto: the escapes of C. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
