import type { PlainServerOptions } from './plain-server.ts';

/* Access and error logs of nginx, and what they report about requests that another proxy forwards. */

type LogOptions = Pick<PlainServerOptions, 'accessLog' | 'errorLog' | 'listen'>;

/** Debian rotates all logs in this directory. */
export const defaultNginxLogs = {
  accessLog: '/var/log/nginx/coastwatch.access.log',
  errorLog: '/var/log/nginx/coastwatch.error.log',
} as const;

/** The fields of the access log, one JSON object per line. Numbers have no quotes; all other values are quoted and escaped. */
const nginxFields: Readonly<Record<string, string>> = {
  time: '"$time_iso8601"',
  requestId: '"$coast_request_id"',
  remoteAddress: '"$remote_addr"',
  method: '"$request_method"',
  path: '"$coast_log_path"',
  host: '"$coast_log_host"',
  status: '$status',
  bytes: '$bytes_sent',
  durationInSeconds: '$request_time',
  upstreamDurationInSeconds: '"$upstream_response_time"',
  userAgent: '"$coast_log_user_agent"',
  referer: '"$coast_log_referer"',
};
/** nginx writes bytes above 0x7F as they are, so a client could make a line that is not UTF-8. */
const nginxTextsOfClients: Readonly<Record<string, string>> = {
  coast_log_path: 'request_uri',
  coast_log_host: 'http_host',
  coast_log_user_agent: 'http_user_agent',
  coast_log_referer: 'http_referer',
};

/**
 * For the `http` context: which clients are on this machine, and what a proxy there reports about the original client. nginx
 * is such a proxy when it sends a request to itself. Any other client could claim anything, so its headers are ignored.
 */
export function nginxForwarding({ listen, publicOrigin }: PlainServerOptions): string {
  const scheme =
    publicOrigin === undefined
      ? `map "$coast_is_local|$http_x_forwarded_proto" $coast_scheme {
  default $scheme;
  "1|http" http;
  "1|https" https;
}`
      : `map "" $coast_scheme {
  default ${new URL(publicOrigin).protocol.slice(0, -1)};
}`;
  return `geo $realip_remote_addr $coast_is_local {
  default 0;
${localAddresses(listen)
  .map((address) => `  ${address} 1;`)
  .join('\n')}
}
${scheme}
map "$coast_is_local|$http_x_request_id" $coast_request_id {
  default $request_id;
  "~^1\\|(?<coast_given_id>[A-Za-z0-9._-]{1,64})$" $coast_given_id;
}
`;
}

/** For the `server` context: addresses of clients come from proxies on this machine. */
export function nginxRealAddress(listen: string): string {
  const lines = localAddresses(listen).map((address) => `  set_real_ip_from ${address};`);
  return [...lines, '  real_ip_header X-Forwarded-For;'].join('\n');
}

/** Headers that report the client and its request to the upstream host. */
export function nginxForwardedHeaders(publicOrigin?: string): string {
  const host = publicOrigin === undefined ? '$http_host' : new URL(publicOrigin).host;
  return `    proxy_set_header Host ${host};
    proxy_set_header X-Forwarded-Proto $coast_scheme;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Request-Id $coast_request_id;`;
}

/** For the `http` context. */
export function nginxLogFormat({ accessLog }: LogOptions): string {
  if (accessLog === undefined || accessLog === 'off') return '';
  const fields = Object.entries(nginxFields).map(([name, value]) => `"${name}":${value}`);
  const maps = Object.entries(nginxTextsOfClients).map(
    ([name, variable]) => `map $${variable} $${name} {
  default "(not ASCII)";
  "~^[\\x00-\\x7f]*$" $${variable};
}
`,
  );
  return `${maps.join('')}log_format coastwatch_json escape=json '{${fields.join(',')}}';\n`;
}

/** For the `server` context. Undefined paths leave the settings of the `http` context in force. */
export function nginxLogs({ accessLog, errorLog }: LogOptions): string {
  const lines = [];
  if (accessLog === 'off') lines.push('  access_log off;');
  else if (accessLog !== undefined) lines.push(`  access_log "${accessLog}" coastwatch_json;`);
  if (errorLog !== undefined) lines.push(`  error_log "${errorLog}" warn;`);
  return lines.map((line) => `${line}\n`).join('');
}

/** Loopback, and the address that nginx uses to reach itself. */
function localAddresses(listen: string): string[] {
  const host = listen.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  const isAddress = /^[\d.]+$|:/.test(host) && !/^(?:0\.0\.0\.0|::1?|127\..*)$/.test(host);
  return ['127.0.0.0/8', '::1', ...(isAddress ? [host] : [])];
}
