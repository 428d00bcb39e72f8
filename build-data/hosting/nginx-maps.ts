import { problemCacheControl } from '../../core/api/headers.ts';
import {
  askedAnew,
  hashedPathPattern,
  keptForGood,
  openFileHeaders,
  openFileMethods,
  openPathPattern,
} from '../../core/site/file-headers.ts';
import { describedByLink } from '../../core/api/headers.ts';
import { apiRoot, completeArrayPath, interfaceDocuments, recordPath } from '../../core/storage/layout.ts';
import { fileEndingPattern, identifierCharacter, pagePattern, tables } from './plain-answers.ts';
import type { PlainServerOptions } from './plain-server-options.ts';
import { escapeForRegularExpression as escaped } from './regular-expression.ts';

const nothing = '""';

/** For each header, the variable that has its value for open files and is empty for other files. */
export const openFileVariables: Readonly<Record<keyof typeof openFileHeaders, string>> = {
  'Access-Control-Allow-Origin': '$coast_file_origin',
  'Access-Control-Expose-Headers': '$coast_file_exposed',
};

/**
 * What a server of nginx looks up: by the address as it was sent, which file answers it or what is refused; by the
 * file's own address, its headers.
 */
export function nginxMaps(options: PlainServerOptions): string {
  const { basePath } = options;
  // In an address, only the name of the dataset matches without regard to case.
  const root = `(?-i:${escaped(`${basePath}${apiRoot}/`)})`;
  const end = `(?:/?|${fileEndingPattern})\\??$`;
  const lines = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}${end}" /${completeArrayPath(name)};`,
    `  "~*^${root}${name}/0*(?<coast_id>[0-9]{1,16})${end}" /${recordPath(name, '$coast_id')};`,
    `  "~*^${root}${name}/(?<coast_page>${pagePattern})\\??$" /${apiRoot}/${name}/$coast_page;`,
  ]);
  // To a document a query says nothing.
  for (const name of interfaceDocuments) {
    lines.push(`  "~^${root}${escaped(name)}(?:\\?|$)" /${apiRoot}/${name};`);
  }
  const quotedIdentifiers = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}/(?<coast_short>${identifierCharacter}{1,100}?)${end}" "$coast_short";`,
    `  "~*^${root}${name}/(?<coast_long>${identifierCharacter}{100})${identifierCharacter}+?${end}" "$coast_long…";`,
  ]);
  const cases = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}(?:${fileEndingPattern}|/${pagePattern}|(?:/[^/?]+)?/?)\\?." query;`,
    `  "~*^${root}${name}/${identifierCharacter}+/?\\??$" ${name};`,
  ]);
  const path = "[A-Za-z0-9/._~%!$&'()*+,;=:@-]";
  return `# From the address as it was sent: the file that answers it, none for anything else.
map $request_uri $coast_file {
  default ${nothing};
${lines.join('\n')}
}
# What can be quoted in a text of JSON as it stands.
map $request_uri $coast_identifier {
  default ${nothing};
${quotedIdentifiers.join('\n')}
}
map $request_uri $coast_case {
  default ${nothing};
${cases.join('\n')}
}
map $request_uri $coast_path {
  default ${nothing};
  "~^(?<coast_whole>${path}{1,100})(?:\\?|$)" "$coast_whole";
  "~^(?<coast_start>${path}{100})${path}+(?:\\?|$)" "$coast_start…";
}
# As it was sent: an answer to an error is one to GET, whatever was asked.
map $request $coast_method {
  default unknown;
  "~^(?<coast_verb>[A-Z_-]{1,100}) " "$coast_verb";
}
map $status $coast_cache_control {
  default ${askedAnew};
  "~^[45]" ${problemCacheControl};
}
map $status $coast_link {
  default ${nothing};
  200 '${describedByLink(basePath)}';
}
map $uri $coast_file_cache_control {
  default ${askedAnew};
  "~^${escaped(basePath)}${hashedPathPattern}" "${keptForGood}";
}
${Object.entries(openFileVariables)
  .map(
    ([name, variable]) => `map $uri ${variable} {
  default ${nothing};
  "~^${escaped(basePath)}${openPathPattern}" "${openFileHeaders[name as keyof typeof openFileHeaders]}";
}`,
  )
  .join('\n')}
map $request_uri $coast_file_methods {
  default "GET, HEAD";
  "~^${escaped(basePath)}${openPathPattern}" "${openFileMethods}";
}
# Parts are taken from the file itself, never from a compressed twin.
map "$http_range|$http_accept_encoding" $coast_part_of_twin {
  default ${nothing};
  "~.\\|." 1;
}
map $http_range $coast_accept_encoding {
  default ${nothing};
  "" $http_accept_encoding;
}
map $uri $coast_page_policy {
  default ${nothing};
${policies(options)}
}
map $http_accept $coast_accepts_page {
  default ${nothing};
  "~*\\btext/html\\b" 1;
}
map "$http_if_match$http_if_unmodified_since$coast_part_of_twin" $coast_asks_itself {
  default 1;
  "" ${nothing};
}
map "$request_method $uri" $coast_turn {
  default file_method;
  "~^OPTIONS ${escaped(basePath)}webapi(?:/|$)" preflight;
  "~^OPTIONS ${escaped(basePath)}${openPathPattern}" file_preflight;
  "~^(?:GET|HEAD) " ${nothing};
  "~^[A-Z]+ ${escaped(basePath)}webapi(?:/|$)" method;
}
`;
}

function policies({ basePath, pagePolicies }: PlainServerOptions): string {
  return Object.entries(pagePolicies)
    .map(([page, policy]) => {
      const address = escaped(basePath + page).replace(/index\\\.html$/, '(?:index\\.html)?');
      return `  "~^${address}$" "${policy}";`;
    })
    .join('\n');
}
