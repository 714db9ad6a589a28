// <hp-policy-versions .policy>: what a policy said before; read when somebody wants to know.

import { html, nothing } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { said } from '../parts/text.js';
import { api, segment } from '../net/api.js';
import { ago } from './common.js';
import { matchWords } from './policy.js';

const SHOWN = 50;

const versionOf = ({ version, updated_by: name, updated_at_ms: atMs }) => t('pages.policy_versions.version', { version: String(version), name: said(name), when: ago(atMs) });

class PolicyVersions extends Element {
  static properties = { policy: { attribute: false }, open: { state: true } };
  #versions = new Loaded(this, (signal) => api.page(`/v1/approval-policies/${segment(this.policy.policy_id)}/versions`, { limit: SHOWN }, { signal }));

  willUpdate(changed) {
    if (this.open && changed.has('policy') && changed.get('policy')?.version !== this.policy.version) this.#versions.load();
  }

  render() {
    const { policy } = this;
    const { value, problem } = this.#versions;
    return html`<details class="pol-versions" @toggle=${(event) => this.#toggled(event.target.open)}>
      <summary>${versionOf(policy)}</summary>
      ${!this.open ? nothing : problem ? html`<p class="wrong">${problem.detail ?? String(problem)}</p>` : value
        ? html`<ol class="pg-plain" aria-label=${t('pages.policy_versions.versions')}>${value.items.map((one) => html`<li>${versionOf(one)}:
            <code class="pol-needs">${said(one.needs)}</code> <span class="faint">${said(matchWords(one))}</span></li>`)}</ol>`
        : html`<p class="faint">${t('parts.common.loading')}</p>`}
    </details>`;
  }

  #toggled(open) {
    this.open = open;
    if (open) this.#versions.load();
  }
}

customElements.define('hp-policy-versions', PolicyVersions);
