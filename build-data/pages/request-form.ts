import { apiRoot, documentPagePaths } from '../../core/storage/format/layout.ts';
import { type JsonObject, mediaType } from '../documents/open-api/components.ts';
import { codeBlock, html, type Html } from './html.ts';
import { rootFrom } from './page-frame.ts';

interface ApiDescription {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

interface PathItem {
  readonly parameters?: readonly Parameter[];
  readonly get: {
    readonly summary: string;
    readonly parameters: readonly (Parameter | { readonly $ref: string })[];
    readonly responses: { readonly '200': { readonly content: JsonObject } };
  };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly example?: string | number;
  readonly schema: { readonly enum?: readonly string[]; readonly default?: string | number };
}

/**
 * A form for every request of the OpenAPI document whose response is JSON. A script of the page shows the fields of the
 * chosen request, writes its address and the command for curl, and adds the buttons that send and copy it.
 */
export function requestForm(openApi: JsonObject): Html {
  const { paths, components } = openApi as unknown as ApiDescription;
  const requests = Object.entries(paths)
    .filter(([, { get }]) => mediaType in get.responses['200'].content)
    .map(([path, { get, parameters = [] }]) => ({
      path: apiRoot + path,
      summary: get.summary,
      fields: [...parameters, ...get.parameters]
        .map((each) => ('$ref' in each ? components.parameters[each.$ref.replace(/^.*\//, '')] : each))
        .filter((each) => each !== undefined)
        .filter((each) => each.in !== 'header'),
    }));
  return html`<form class="request request-form with-script" data-title="your own request" data-path="">
    <label>
      Request
      <select class="field" name="request">
        ${requests.map(({ path, summary }) => html`<option value="${path}">${summary}</option>`)}
      </select>
    </label>
    ${requests.map(
      ({ path, fields }) =>
        html`<fieldset data-request="${path}" hidden disabled>
          <legend><code>${path}</code></legend>
          ${fields.map(field)}
        </fieldset>`,
    )}
    <div class="request-actions">
      <a href="${rootFrom(documentPagePaths.api)}${apiRoot}/"><code></code></a>
    </div>
    ${codeBlock('curl', undefined)}
  </form>`;
}

/** Plain text fields, so that a request with errors can be sent too. */
function field({ name, in: location, example, schema }: Parameter): Html {
  const hint = schema.default ?? example ?? '';
  return html`<label>
    <code>${name}</code>
    ${
      schema.enum
        ? html`<select class="field" name="${name}">
            ${location === 'query' ? html`<option></option>` : undefined}
            ${schema.enum.map((value) => html`<option>${value}</option>`)}
          </select>`
        : html`<input
            class="field"
            name="${name}"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            ${location === 'path' ? html`value="${hint}"` : html`placeholder="${hint}"`}
          />`
    }
  </label>`;
}
