// <hp-rule-left .id>: a rule in words. <hp-permit-left .id>: whether what was allowed has been carried out.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { said } from '../parts/text.js';
import '../parts/moment.js';
import { api, segment } from '../net/api.js';
import { to } from '../router.js';

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
    return html`<a href=${to.rule(this.id)}>${value ? said(value.explanation) : 'View rule'}</a>`;
  }
}

const VOID = {
  revoked: 'it was revoked', withdrawn: 'it was withdrawn', session_ended: 'the session ended', expired: 'its time was over',
  stale_world: 'something it depends on had changed', late_result: 'the attempt before had happened', superseded: 'another took its place',
};

class PermitLeft extends Left {
  path = '/v1/permits';

  render() {
    const { value } = this.found;
    return value ? html`<p class="approval-effect">${effectTemplate(value)}</p>` : nothing;
  }
}

function effectTemplate({ state, runner, attempt, redeemed_by: by, settled_at_ms: settled, redeemed_at_ms: redeemed, error, void_reason: why, question_id: question, not_after_ms: until }) {
  const who = runner === 'outside' && by ? html` by ${said(by)}` : nothing;
  const when = (ms) => (ms ? html` <span class="faint"><hp-age at-ms=${ms} after=" ago"></hp-age></span>` : nothing);
  const again = attempt > 1 ? html` It was attempt ${attempt}.` : nothing;
  switch (state) {
    case 'ready':
      return html`Not carried out yet.${until ? html` <span class="faint"><hp-deadline at-ms=${until}></hp-deadline></span>` : nothing}`;
    case 'started':
      return html`Started${who}${when(redeemed)}. There is no result yet.${again}`;
    case 'succeeded':
      return html`Carried out${who}, and it succeeded${when(settled)}.${again}`;
    case 'failed':
      return html`Carried out${who}, and it failed${when(settled)}${error ? html`: ${said(error)}` : nothing}.${again}`;
    case 'uncertain':
      return html`It is not known whether it happened.${question ? html` <a href=${to.prompt({ kind: 'question', id: question })}>Did this happen?</a>` : nothing}`;
    default:
      return html`It will not be carried out${VOID[why] ? `: ${VOID[why]}` : ''}.`;
  }
}

customElements.define('hp-rule-left', RuleLeft);
customElements.define('hp-permit-left', PermitLeft);
