const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

/** Forbidden in HTML and XML, even as a character reference: most control characters and unpaired surrogates. */
// eslint-disable-next-line no-control-regex -- these characters must be removed
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
/** Forbidden in HTML, but allowed in XML. */
const forbiddenInHtml = /[\u007f-\u009f]/g;

/**
 * Escapes text for an element or a quoted attribute. Characters that the language forbids become U+FFFD, the
 * replacement character. Parsers return all others unchanged, even a carriage return, which they would otherwise turn
 * into a line feed.
 */
export function escapeMarkup(text: string, language: 'html' | 'xml'): string {
  const allowed = text.replace(forbidden, '\ufffd');
  return (language === 'html' ? allowed.replace(forbiddenInHtml, '\ufffd') : allowed).replace(
    /[&<>"'\r]/g,
    (character) => entities[character],
  );
}
