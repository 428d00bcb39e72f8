# The whole site and the full API on workerd: npx workerd serve deploy/workerd.capnp
using Workerd = import "/workerd/workerd.capnp";

const coastwatch :Workerd.Config = (
  services = [
    (name = "main", worker = .edge),
    # The built site, an absolute path.
    (name = "files", disk = (path = "/srv/coastwatch/current", writable = false, allowDotfiles = false)),
  ],
  # Behind a proxy for https that replaces this header and is the only client, write http = (forwardedProtoHeader =
  # "X-Forwarded-Proto"), so that links begin with https.
  sockets = [(name = "http", address = "127.0.0.1:8080", http = (), service = "main")],
);

const edge :Workerd.Worker = (
  # Written by npm run build:programs. The path is relative to this file.
  modules = [(name = "worker.js", esModule = embed "../dist/edge/worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "ASSETS", service = "files"),
    # The path of the site, with a slash at both ends.
    (name = "COASTWATCH_BASE_PATH", text = "/"),
    # Remove this line if a proxy in front of workerd compresses responses.
    (name = "COASTWATCH_COMPRESSION", text = "gzip"),
  ],
);
