// What a body is made of, as a tree. What a name refers to is drawn when it is opened: some bodies hold themselves.

import { html, nothing } from './lit-html.js';

const LIMITS = ['format', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'pattern', 'default', 'const'];

/** Text with `code` in it. */
export function words(text) {
  return (text ?? '').split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : part));
}

/** Makes trees over one document. `redraw` is called when something was opened. */
export function trees(spec, redraw) {
  const opened = new Set();

  function resolved(schema) {
    if (!schema?.$ref) return schema ?? {};
    const { $ref, ...own } = schema;
    const found = spec.components.schemas[$ref.split('/').pop()] ?? {};
    return { title: $ref.split('/').pop(), ...found, ...own };
  }

  function kind(schema) {
    const one = resolved(schema);
    if (one.type === 'array') return `array of ${kind(one.items)}`;
    if (one.enum) return 'one of ' + one.enum.map((value) => JSON.stringify(value)).join(', ');
    const type = Array.isArray(one.type) ? one.type.join(' or ') : one.type;
    if (one.oneOf || one.anyOf) return one.title ?? 'one of several forms';
    return one.title && type === 'object' ? one.title : type ?? one.title ?? 'any value';
  }

  function limits(schema) {
    const one = resolved(schema);
    return LIMITS.filter((name) => one[name] !== undefined).map((name) => `${name} ${JSON.stringify(one[name])}`).join(' · ');
  }

  function inner(schema) {
    const one = resolved(schema);
    return one.type === 'array' ? inner(one.items) : one;
  }

  function isDeep(schema) {
    const one = inner(schema);
    return Boolean(one.properties || one.oneOf || one.anyOf || one.allOf || (one.additionalProperties && typeof one.additionalProperties === 'object'));
  }

  function deeper(schema, path) {
    const one = inner(schema);
    const forms = one.oneOf ?? one.anyOf ?? one.allOf;
    if (forms) return html`<ul class="tree">${forms.map((form, i) => html`<li><code>${kind(form)}</code>${below(form, `${path}/${i}`)}</li>`)}</ul>`;
    const entries = Object.entries(one.properties ?? {});
    if (typeof one.additionalProperties === 'object') entries.push(['(any name)', one.additionalProperties]);
    return html`<ul class="tree">${entries.map(([name, property]) => member(name, property, (one.required ?? []).includes(name), `${path}/${name}`))}</ul>`;
  }

  function below(schema, path) {
    if (!isDeep(schema)) return nothing;
    const toggle = (event) => {
      if (event.target.open === opened.has(path)) return;
      if (event.target.open) opened.add(path);
      else opened.delete(path);
      redraw();
    };
    return html`<details @toggle=${toggle}><summary>Members</summary>${opened.has(path) ? deeper(schema, path) : nothing}</details>`;
  }

  function member(name, schema, required, path) {
    const about = resolved(schema).description;
    const bounds = limits(schema);
    return html`<li>
      <code>${name}</code><span class="tag">${kind(schema)}</span>${required ? html`<span class="must">required</span>` : nothing}
      ${about ? html`<p>${words(about)}</p>` : nothing}${bounds ? html`<p class="faint">${bounds}</p>` : nothing}
      ${below(schema, path)}
    </li>`;
  }

  function tree(schema, path) {
    return html`<p class="faint">${kind(schema)}${limits(schema) ? ' · ' + limits(schema) : ''}</p>${isDeep(schema) ? deeper(schema, path) : nothing}`;
  }

  return { tree, member };
}
