/** A text as a regular expression that matches it and nothing else, for servers that know the Perl syntax. */
export function escapeForRegularExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
