/** What the configuration of a plain web server is made from. */
export interface PlainServerOptions {
  /** Of the built site, absolute. */
  readonly siteDirectory: string;
  /** The path under which the site is served, with a slash at both ends. */
  readonly basePath: string;
  /** The security policy of each page of the site, by its path in it. */
  readonly pagePolicies: Readonly<Record<string, string>>;
  /** Such as `127.0.0.1:8080`, or `80`. */
  readonly listen: string;
  /** A Node host to which everything goes that files cannot answer, such as `http://127.0.0.1:8081`. */
  readonly proxyTo?: string | undefined;
  /**
   * The origin that readers use, such as `https://data.example.org`, if the server sees another
   * one. The upstream host uses it for links.
   */
  readonly publicOrigin?: string | undefined;
  /** A file, or `off`; Caddy also takes `stderr`. Undefined: no setting, so nginx inherits one. */
  readonly accessLog?: string | undefined;
  /** A file. Undefined: no setting. */
  readonly errorLog?: string | undefined;
  /** Without `proxyTo`: where people find the full interface, for the message of a refused query. */
  readonly fullInterfaceUrl?: string | undefined;
}
