/**
 * Whether a site can be served under this path: of plain characters, which stand in addresses and in configurations of
 * servers as they are, with a slash at both ends. One that begins as the paths of the interface do would be taken for one
 * of those, by us or by what stands before us.
 */
export function isBasePath(text: string): boolean {
  return /^\/(?:[A-Za-z0-9._~-]+\/)*$/.test(text) && !/\/\.{1,2}\//.test(text) && !/^\/webapi/i.test(text);
}

/** What such a path is, for messages: "… is not " and then this. */
export const basePathInWords =
  'a path such as /coast/, with a slash at both ends, letters, digits, "." "_" "~" and "-" between, and another beginning ' +
  'than /webapi, which is where the interface is';

/**
 * The address of the site's root, for a request to the root that lacks the slash at its end: relative addresses of the
 * page would be looked for one folder too high. Undefined for every other request, and for a site at the root.
 * `target` is a path, perhaps with a query, which stays; `basePath` has a slash at both ends.
 */
export function rootWithSlash(target: string, basePath: string): string | undefined {
  const lacking = basePath.slice(0, -1);
  if (lacking === '' || !target.startsWith(lacking)) return undefined;
  const rest = target.slice(lacking.length);
  return rest === '' || rest.startsWith('?') ? basePath + rest : undefined;
}
