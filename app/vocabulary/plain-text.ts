const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A published text without the marks that turn the direction of writing: for titles, labels, announcements and canvases,
 * where nothing keeps them from turning the words beside it too. Elsewhere `<bdi>` does, and leaves the text as it is.
 */
export function plainText(text: string): string {
  return text.replace(directionMarks, '');
}
