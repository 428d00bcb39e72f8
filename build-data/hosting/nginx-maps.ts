import { problemCacheControl } from '../../core/api/headers.ts';
import { askedAnew, hashedPathPattern, keptForGood, openPathPattern } from '../../core/site/file-headers.ts';
import { describedByLink } from '../../core/api/headers.ts';
import { apiRoot, interfaceDocuments } from '../../core/storage/layout.ts';
import { tables } from './plain-answers.ts';
import type { PlainServerOptions } from './plain-server-options.ts';
import { escapeForRegularExpression as escaped } from './regular-expression.ts';

const nothing = '""';

/**
 * What a server of nginx looks up: by the address as it was sent, which file answers it or what is refused; by the
 * file's own address, its headers.
 */
export function nginxMaps(options: PlainServerOptions): string {
  const { basePath } = options;
  const root = escaped(`${basePath}webapi/v1/`);
  const lines = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}/?\\??$" /webapi/v1/${name}/index.json;`,
    `  "~*^${root}${name}/0*(?<coast_id>[0-9]{1,16})/?\\??$" /webapi/v1/${name}/$coast_id/index.json;`,
    `  "~^${root}(?<coast_page>${name}/pages/(?:asc|desc)/[1-9][0-9]*\\.json)$" /webapi/v1/$coast_page;`,
  ]);
  // To a document a query says nothing.
  for (const name of interfaceDocuments) {
    lines.push(`  "~^${root}${escaped(name)}(?:\\?|$)" /${apiRoot}/${name};`);
  }
  const identifier = '[A-Za-z0-9._~+:@!$&()*,;=-]';
  const quotedIdentifiers = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}/(?<coast_short>${identifier}{1,100})/?\\??$" "$coast_short";`,
    `  "~*^${root}${name}/(?<coast_long>${identifier}{100})${identifier}+/?\\??$" "$coast_long…";`,
  ]);
  const cases = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}(?:/[^/?]+)?/?\\?." query;`,
    `  "~*^${root}${name}/${identifier}+/?\\??$" ${name};`,
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
map $uri $coast_file_origin {
  default ${nothing};
  "~^${escaped(basePath)}${openPathPattern}" "*";
}
map $uri $coast_page_policy {
  default ${nothing};
${policies(options)}
}
map $http_accept $coast_accepts_page {
  default ${nothing};
  "~*\\btext/html\\b" 1;
}
map "$http_if_match$http_if_unmodified_since" $coast_other_condition {
  default 1;
  "" ${nothing};
}
map "$request_method $uri" $coast_turn {
  default file_method;
  "~^OPTIONS ${escaped(basePath)}webapi(?:/|$)" preflight;
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
