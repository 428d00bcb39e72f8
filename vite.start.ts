import type { Plugin, Rolldown } from 'vite';

/*
 * How the scripts are cut that the explorer begins with. `app/start.ts` runs them one after the other, each in a task of
 * its own; what they ask for as soon as they run is fetched beside them. See decision 0021.
 */

/** Where something begins to run: a page, or a script that is asked for by another. */
type ModuleInfo = Rolldown.ModuleInfo;
interface Modules {
  getModuleInfo(moduleId: string): ModuleInfo | null;
}

/** The modules, by their paths, that need a module as soon as they run and that nothing else needs at once. */
function beginningsThatNeed(moduleId: string, modules: Modules, seen = new Set<string>()): string[] {
  if (seen.has(moduleId)) return [];
  seen.add(moduleId);
  const importers = modules.getModuleInfo(moduleId)?.importers ?? [];
  if (importers.length === 0) return [moduleId];
  return importers.flatMap((importer) => beginningsThatNeed(importer, modules, seen));
}

/** Of all that needs a module, the first of these has it in its script, unless a page needs it at once. */
const beginnings = ['main', 'panel'];
const pages = ['index.html', 'api.html', 'api.tsx', 'start.ts'];
/** What the library's own list of its modules names, but only a later script uses. */
const later = /leaflet\/src\/layer\/tile\//;

export const scriptsOfTheStart: Rolldown.CodeSplittingOptions['groups'] = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
  {
    debugName: 'main and panel',
    name: (moduleId, modules) => {
      if (later.test(moduleId)) return null;
      const needing = beginningsThatNeed(moduleId, modules).map((path) => path.split('/').at(-1));
      if (pages.some((page) => needing.includes(page))) return null;
      return beginnings.find((name) => needing.some((path) => path === `${name}.ts` || path === `${name}.tsx`)) ?? null;
    },
  },
];

/** What stands in the page beside the script that it begins with. */
const wanted = ['main.tsx', 'map/coast/coast.json', 'panel.ts'];

/** Names the scripts of the start in the page, so that they are fetched side by side and not each when one before has run. */
export function scriptsInPage(): Plugin {
  return {
    name: 'coastwatch-scripts-in-page',
    enforce: 'post',
    apply: 'build',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const files = new Set<string>();
      const add = (file: string): void => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || files.has(file)) return;
        files.add(file);
        chunk.imports.forEach(add);
      };
      for (const script of wanted) {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/app/${script}`)));
        if (!chunk) throw new Error(`no script of the build holds ${script}`);
        add(chunk.fileName);
      }
      const source = String(page.source);
      const links = [...files]
        .filter((file) => !source.includes(file))
        .map((file) => `<link rel="modulepreload" crossorigin href="./${file}">`);
      page.source = source.replace('</head>', `${links.join('\n')}\n</head>`);
    },
  };
}
