// <hp-rule-left .id>: a rule in words. <hp-permit-left .id>: whether what was allowed has been carried out.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { said } from '../parts/text.js';
import '../parts/moment.js';
import { api, segment } from '../net/api.js';
import { effect, plainly } from '../pages/rule-words.js';
import { to } from '../router.js';
import { t } from '../i18n/i18n.js';

/** What is read once for an id, and left out where it cannot be read. */
class Left extends Element {
  static properties = { id: { attribute: false } };
  path = '';
  found = new Loaded(this, (signal) => api.get(`${this.path}/${segment(this.id)}`, { signal }));

  willUpdate(changed) {
    if (!changed.has('id') || !this.id) return;
    this.found.value = undefined;
    this.found.load();
  }
}

class RuleLeft extends Left {
  path = '/v1/permission-rules';

  render() {
    const { value } = this.found;
    return html`<a href=${to.rule(this.id)}>${value ? said(plainly(effect(value))) : t('approval.aftermath.view_rule')}</a>`;
  }
}

const VOID = {
  revoked: t('approval.aftermath.revoked'), withdrawn: t('approval.aftermath.withdrawn'), session_ended: t('approval.aftermath.session_ended'), expired: t('approval.aftermath.expired'),
  stale_world: t('approval.aftermath.stale_world'), late_result: t('approval.aftermath.late_result'), superseded: t('approval.aftermath.superseded'),
};

class PermitLeft extends Left {
  path = '/v1/permits';

  render() {
    const { value } = this.found;
    return value ? html`<p class="approval-effect">${effectTemplate(value)}</p>` : nothing;
  }
}

function effectTemplate({ state, runner, attempt, redeemed_by: by, settled_at_ms: settled, redeemed_at_ms: redeemed, error, void_reason: why, question_id: question, not_after_ms: until }) {
  const who = runner === 'outside' && by ? html` ${t('approval.aftermath.by', { who: said(by) })}` : '';
  const when = (ms) => (ms ? html` <span class="faint"><hp-age at-ms=${ms} ago></hp-age></span>` : '');
  const again = attempt > 1 ? html` ${t('approval.aftermath.attempt', { attempt })}` : nothing;
  switch (state) {
    case 'ready':
      return html`${t('approval.aftermath.ready')}${until ? html` <span class="faint"><hp-deadline at-ms=${until}></hp-deadline></span>` : nothing}`;
    case 'started':
      return html`${t('approval.aftermath.started', { who, when: when(redeemed) })}${again}`;
    case 'succeeded':
      return html`${t('approval.aftermath.succeeded', { who, when: when(settled) })}${again}`;
    case 'failed':
      return html`${t('approval.aftermath.failed', { who, when: when(settled), error: error ? html`: ${said(error)}` : '' })}${again}`;
    case 'uncertain':
      return html`${t('approval.aftermath.uncertain')}${question ? html` <a href=${to.prompt({ kind: 'question', id: question })}>${t('approval.aftermath.happened')}</a>` : nothing}`;
    default:
      return VOID[why] ? t('approval.aftermath.void_because', { why: VOID[why] }) : t('approval.aftermath.void');
  }
}

customElements.define('hp-rule-left', RuleLeft);
customElements.define('hp-permit-left', PermitLeft);
