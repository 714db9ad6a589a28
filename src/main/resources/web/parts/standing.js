// Who must agree to a request: the one line, the votes with their words, and the policy with its note.

import { html, nothing } from 'lit';
import { ends, stages, summary } from '../format/standing.js';
import { api, segment } from '../net/api.js';
import { me } from '../state/me.js';
import { Element } from './element.js';
import { Loaded } from './loaded.js';
import { said } from './text.js';
import { votesTemplate } from './votes.js';
import { t } from '../i18n/i18n.js';

const MINUTE_MS = 60_000;

class Standing extends Element {
  static properties = { standing: { attribute: false } };
  #policy = new Loaded(this, (signal, id) => api.get(`/v1/approval-policies/${segment(id)}`, { signal }));

  connectedCallback() {
    super.connectedCallback();
    this.minutes = setInterval(() => this.requestUpdate(), MINUTE_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.minutes);
  }

  willUpdate(changed) {
    const mark = ({ policy } = {}) => (policy ? `${policy.policy_id} ${policy.version}` : '');
    if (!changed.has('standing') || !this.standing?.policy || mark(this.standing) === mark(changed.get('standing'))) return;
    if (me.inspects) this.#policy.load(this.standing.policy.policy_id);
  }

  render() {
    const { standing } = this;
    if (!standing) return nothing;
    const { policy, stage, stages, votes } = standing;
    return html`<section class="standing"><h3>${t('parts.standing.title')}</h3>
      <p class="standing-summary">${t('parts.standing.summary', { summary: said(summary(standing, Date.now())) })}</p>
      ${votesTemplate(votes)} ${policy ? this.#stages() : nothing}
      ${policy
        ? html`<p class="faint">${t('parts.standing.policy', { name: said(policy.name), version: String(policy.version) })}${stages > 1 ? t('parts.standing.stage', { stage, stages }) : nothing}${policy.risk === 'high' ? t('parts.standing.high_risk') : nothing}${policy.note ? html`: ${said(policy.note)}` : nothing}</p>`
        : nothing}
    </section>`;
  }

  /** In words, as far as the signed-in person may read the policy; the line above tells what matters. */
  #stages() {
    const { value } = this.#policy;
    if (!value || value.version !== this.standing.policy.version) return nothing;
    const all = stages(value.stages, this.standing, Date.now());
    return html`<ol class="standing-stages" aria-label=${t('parts.standing.stages')}>
        ${all.map(({ who, state, when }) => html`<li class=${state} aria-current=${state === 'now' ? 'step' : nothing}>${said(who)} <span class="faint">${said(when)}</span></li>`)}
      </ol>
      <p class="faint">${ends(this.standing, Date.now())}</p>`;
  }
}
customElements.define('hp-standing', Standing);
