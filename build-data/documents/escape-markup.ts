const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

/** What neither language takes in any form, not even as a reference: most control characters, halves of surrogate pairs. */
// eslint-disable-next-line no-control-regex -- these are the ones that must not come through
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
/** What HTML forbids beside them, and XML allows. */
const forbiddenInHtml = /[\u007f-\u009f]/g;

/**
 * A text as it stands in an element or in a quoted attribute. What the language forbids becomes U+FFFD, the replacement
 * character; any other character is read back as it was, a carriage return too, which readers take for a line feed where it
 * stands bare.
 */
export function escapeMarkup(text: string, language: 'html' | 'xml'): string {
  const allowed = text.replace(forbidden, '\ufffd');
  return (language === 'html' ? allowed.replace(forbiddenInHtml, '\ufffd') : allowed).replace(
    /[&<>"'\r]/g,
    (character) => entities[character] ?? '',
  );
}
