/* How things are written in a Caddyfile. */

/** A matcher on the address as it was sent, with or without the name of the host before the path. */
export function sent(name: string, pattern: string): string {
  pattern = pattern.replace('^', '^(?:[A-Za-z]+://[^/?]*)?');
  return `vars_regexp ${name} {http.request.orig_uri} ${raw(pattern)}`.replaceAll('  ', ' ');
}

/** For every request, or only for those that a matcher such as `@open` selects. */
export function headers(values: Readonly<Record<string, string>>, matcher = ''): string[] {
  return Object.entries(values).map(([name, value]) => `header ${matcher}${matcher && ' '}${name} ${quoted(value)}`);
}

export function block(head: string, lines: readonly string[]): string {
  const inner = lines.join('\n').replaceAll(/^/gm, '\t');
  return `${head === '' ? '' : `${head} `}{\n${inner}\n}`;
}

/** Nothing in it means anything to Caddy but its placeholders. */
export function raw(text: string): string {
  return `\`${text}\``;
}

export function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
