import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

/** The absolute paths that each module imports, by the path of the module. */
const importsByPath = new Map();

function parseImports(path, text) {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(path), fileName));
}

function getImports(path) {
  let imports = importsByPath.get(path);
  if (!imports) {
    imports = /\.[jt]sx?$/.test(path) && existsSync(path) ? parseImports(path, readFileSync(path, 'utf8')) : [];
    importsByPath.set(path, imports);
  }
  return imports;
}

/**
 * The shortest import cycle through a module, as a list of paths that begins and ends with it; undefined if there is
 * none.
 */
function cycleThrough(start) {
  const importers = new Map();
  const queue = [start];
  for (const path of queue) {
    for (const imported of getImports(path)) {
      if (imported === start) {
        const cycle = [start];
        for (let at = path; at !== start; at = importers.get(at)) cycle.unshift(at);
        return [start, ...cycle];
      }
      if (importers.has(imported)) continue;
      importers.set(imported, path);
      queue.push(imported);
    }
  }
  return undefined;
}

/**
 * Reports import cycles. `import-x/no-cycle` ignores imports of types, but modules that need each other's types depend
 * on each other as much as modules that need each other's functions.
 */
export const noImportCycles = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program(node) {
      const { filename, sourceCode, cwd } = context;
      importsByPath.set(filename, parseImports(filename, sourceCode.text));
      const cycle = cycleThrough(filename);
      if (!cycle) return;
      context.report({ node, message: `import cycle: ${cycle.map((path) => path.slice(cwd.length + 1)).join(' > ')}` });
    },
  }),
};
