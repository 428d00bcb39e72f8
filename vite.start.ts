import type { Plugin, Rolldown } from 'vite';

/*
 * How the scripts are cut that the explorer begins with. `app/start.ts` runs them one after the other, each in a task of
 * its own; what they ask for as soon as they run is fetched beside them. See decision 0018.
 */

/** Where something begins to run: a page, or a script that is asked for by another. */
type ModuleInfo = Rolldown.ModuleInfo;
interface Modules {
  getModuleInfo(moduleId: string): ModuleInfo | null;
}

/** Where all begins that uses a module: sooner or later, or, without what is asked for later, as soon as it runs. */
function beginningsOf(moduleId: string, modules: Modules, isAtOnce: boolean, seen = new Set<string>()): string[] {
  if (seen.has(moduleId)) return [];
  seen.add(moduleId);
  const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(moduleId) ?? {};
  const users = isAtOnce ? importers : [...importers, ...dynamicImporters];
  if (users.length === 0) return [moduleId.split('/').at(-1) ?? ''];
  return users.flatMap((user) => beginningsOf(user, modules, isAtOnce, seen));
}

/** What of the library's own list of its modules only a later script uses. */
const later = /leaflet\/src\/layer\/tile\//;

export const scriptsOfTheStart: Rolldown.CodeSplittingOptions['groups'] = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
  {
    debugName: 'main and panel',
    /** Whatever else of the explorer needs a module has it from there; what another page uses stands apart from it. */
    name: (moduleId, modules) => {
      if (later.test(moduleId) || beginningsOf(moduleId, modules, false).some((page) => page !== 'index.html'))
        return null;
      const atOnce = beginningsOf(moduleId, modules, true);
      if (atOnce.includes('index.html')) return null;
      return atOnce.includes('main.tsx') ? 'main' : atOnce.includes('panel.ts') ? 'panel' : null;
    },
  },
];

/** What stands in the page beside the script that it begins with. */
const wanted = ['main.tsx', 'panel.ts'];

/**
 * Names the scripts of the start in the page, so that they are fetched side by side and not each when one before has run.
 * The first paint waits for none of them.
 */
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
        .map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="./${file}">`);
      page.source = source.replace('</head>', `${links.join('\n')}\n</head>`);
    },
  };
}
