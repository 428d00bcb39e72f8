import type { Plugin, Rolldown } from 'vite';

/*
 * Chunking of the scripts that start the explorer. `app/start.ts` runs them one after the other in separate tasks; what they
 * import as soon as they run is fetched in parallel. See decision 0018.
 */

/** Import graph of the build, as Rolldown reports it. */
type ModuleInfo = Rolldown.ModuleInfo;
interface Modules {
  getModuleInfo(moduleId: string): ModuleInfo | null;
}

/** The entry points that use a module, through static imports only (`isAtOnce`) or through dynamic imports too. */
function entryPointsOf(moduleId: string, modules: Modules, isAtOnce: boolean, seen = new Set<string>()): string[] {
  if (seen.has(moduleId)) return [];
  seen.add(moduleId);
  const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(moduleId) ?? {};
  const users = isAtOnce ? importers : [...importers, ...dynamicImporters];
  if (users.length === 0) return [moduleId.split('/').at(-1) ?? ''];
  return users.flatMap((user) => entryPointsOf(user, modules, isAtOnce, seen));
}

/** Modules of Leaflet that only a script that loads later uses. */
const later = /leaflet\/src\/layer\/tile\//;

export const scriptsOfTheStart: Rolldown.CodeSplittingOptions['groups'] = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
  {
    debugName: 'main and panel',
    /** Other scripts of the explorer import these modules from here. Modules that another page uses are separate. */
    name: (moduleId, modules) => {
      if (later.test(moduleId) || entryPointsOf(moduleId, modules, false).some((page) => page !== 'index.html'))
        return null;
      const atOnce = entryPointsOf(moduleId, modules, true);
      if (atOnce.includes('index.html')) return null;
      return atOnce.includes('main.tsx') ? 'main' : atOnce.includes('panel.ts') ? 'panel' : null;
    },
  },
];

/** Preloaded by the page, in addition to its entry script. */
const preloaded = ['main.tsx', 'panel.ts'];

/**
 * Adds preload links for the start scripts to the page, so that they are fetched in parallel. The first paint waits for none of
 * them.
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
      for (const script of preloaded) {
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
