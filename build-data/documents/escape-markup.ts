const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

/** Not allowed in either language, not even as a reference: most control characters and unpaired surrogates. */
// eslint-disable-next-line no-control-regex -- these are the ones that must not come through
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
/** Not allowed in HTML, but in XML. */
const forbiddenInHtml = /[\u007f-\u009f]/g;

/**
 * Escapes a text for an element or a quoted attribute. Characters that the language forbids become U+FFFD, the replacement
 * character. All others are read back unchanged, even a carriage return, which parsers would otherwise turn into a line feed.
 */
export function escapeMarkup(text: string, language: 'html' | 'xml'): string {
  const allowed = text.replace(forbidden, '\ufffd');
  return (language === 'html' ? allowed.replace(forbiddenInHtml, '\ufffd') : allowed).replace(
    /[&<>"'\r]/g,
    (character) => entities[character] ?? '',
  );
}
