// Tabs of a view: the chosen one is part of its address. One stop for the Tab key, arrows turn.

import { html } from 'lit';

/**
 * @param name of the view, for ids
 * @param tabs [[value, label], …]
 * @param on called with the one that was chosen
 */
export function tabs(name, label, all, chosen, on) {
  const moved = (event) => {
    const at = all.findIndex(([tab]) => tab === chosen);
    const next = { ArrowLeft: at - 1 + all.length, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const [tab] = all[next % all.length];
    const list = event.currentTarget;
    on(tab);
    list.querySelector(`#${name}-tab-${tab}`).focus();
  };
  return html`<div class="pg-tabs" role="tablist" aria-label=${label} @keydown=${moved}>
    ${all.map(([tab, words]) => html`<button role="tab" id="${name}-tab-${tab}" type="button" aria-selected=${tab === chosen ? 'true' : 'false'} aria-controls="${name}-panel"
      tabindex=${tab === chosen ? '0' : '-1'} @click=${() => on(tab)}>${words}</button>`)}
  </div>`;
}

/** What the chosen tab shows. */
export function panel(name, chosen, content) {
  return html`<div class="pg" id="${name}-panel" role="tabpanel" aria-labelledby="${name}-tab-${chosen}">${content}</div>`;
}
