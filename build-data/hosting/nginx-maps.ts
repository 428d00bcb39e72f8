import { problemCacheControl } from '../../core/api/headers.ts';
import { askedAnew, hashedPathPattern, keptForGood, openPathPattern } from '../../core/site/file-headers.ts';
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
    `  "~*^${root}${name}/0*(?<coastwatch_id>[0-9]{1,16})/?\\??$" /webapi/v1/${name}/$coastwatch_id/index.json;`,
    `  "~^${root}(?<coastwatch_page>${name}/pages/(?:asc|desc)/[1-9][0-9]*\\.json)$" /webapi/v1/$coastwatch_page;`,
  ]);
  const identifier = '[A-Za-z0-9._~+:@!$&()*,;=-]';
  const quotedIdentifiers = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}/(?<coastwatch_short>${identifier}{1,100})/?\\??$" "$coastwatch_short";`,
    `  "~*^${root}${name}/(?<coastwatch_long>${identifier}{100})${identifier}+/?\\??$" "$coastwatch_long…";`,
  ]);
  const cases = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}(?:/[^/?]+)?/?\\?." query;`,
    `  "~*^${root}${name}/${identifier}+/?\\??$" ${name};`,
  ]);
  const path = "[A-Za-z0-9/._~%!$&'()*+,;=:@-]";
  return `# From the address as it was sent: the file that answers it, none for anything else.
map $request_uri $coastwatch_file {
  default ${nothing};
${lines.join('\n')}
}
# What can be quoted in a text of JSON as it stands.
map $request_uri $coastwatch_identifier {
  default ${nothing};
${quotedIdentifiers.join('\n')}
}
map $request_uri $coastwatch_case {
  default ${nothing};
${cases.join('\n')}
}
map $request_uri $coastwatch_path {
  default ${nothing};
  "~^(?<coastwatch_whole>${path}{1,100})(?:\\?|$)" "$coastwatch_whole";
  "~^(?<coastwatch_start>${path}{100})${path}+(?:\\?|$)" "$coastwatch_start…";
}
# As it was sent: an answer to an error is one to GET, whatever was asked.
map $request $coastwatch_method {
  default unknown;
  "~^(?<coastwatch_verb>[A-Z_-]{1,100}) " "$coastwatch_verb";
}
map $status $coastwatch_cache_control {
  default ${askedAnew};
  "~^[45]" ${problemCacheControl};
}
map $uri $coastwatch_file_cache_control {
  default ${askedAnew};
  "~^${escaped(basePath)}${hashedPathPattern}" "${keptForGood}";
}
map $uri $coastwatch_file_origin {
  default ${nothing};
  "~^${escaped(basePath)}${openPathPattern}" "*";
}
map $uri $coastwatch_page_policy {
  default ${nothing};
${policies(options)}
}
map "$http_if_match$http_if_unmodified_since" $coastwatch_other_condition {
  default 1;
  "" ${nothing};
}
map "$request_method $uri" $coastwatch_turn {
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
