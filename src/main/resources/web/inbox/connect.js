// <hp-connect>: how an agent comes to ask here, until the first one has; and a sample for those who want to see one.

import { html } from 'lit';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { announce } from '../parts/announce.js';
import '../parts/copy.js';
import { api } from '../net/api.js';
import { inbox } from '../state/inbox.js';
import { me } from '../state/me.js';
import { t } from '../i18n/i18n.js';

const SESSION = 'hello';
const SAMPLE = { tool_name: 'bash', input: { command: 'echo "Hello from Holdpoint"' }, reason: t('inbox.connect.sample') };

/** What each way takes, as it is typed. */
export function ways(origin) {
  return [
    { name: 'Claude Code', about: t('inbox.connect.claude_about'), text: 'holdpoint connect claude-code --write' },
    {
      name: t('inbox.connect.script'),
      about: t('inbox.connect.script_about'),
      text: `holdpoint sessions create ${SESSION}\nholdpoint approvals request ${SESSION} --command 'rm -r build' --reason 'start afresh' && echo 'allowed'`,
    },
    {
      name: t('inbox.connect.program'),
      about: t('inbox.connect.program_about', { address: `${origin}/mcp` }),
      text: `curl -X POST ${origin}/v1/sessions/${SESSION}/approval-requests -H "Authorization: Bearer $HOLDPOINT_TOKEN" -H 'Content-Type: application/json' -d '{"tool_name":"deploy","input":{"to":"staging"},"reason":"release"}'`,
    },
  ];
}

class Connect extends Element {
  static properties = { busy: { state: true } };
  /** Whether a gate was ever raised. */
  #ever = new Loaded(this, async (signal) => (await api.get('/v1/inbox?status=all&limit=1', { signal })).items.length > 0);

  connectedCallback() {
    super.connectedCallback();
    this.#ever.load();
    this.listen(inbox, 'asked', () => this.#ever.load());
  }

  render() {
    if (this.#ever.value !== false) return '';
    return html`<section class="inbox-connect" aria-labelledby="connect-title"><h2 id="connect-title">${t('inbox.connect.title')}</h2>
      <ul>${ways(location.origin).map(({ name, about, text }) => html`<li><h3>${name}</h3><p class="faint">${about}</p>
        <div class="inbox-way"><pre tabindex="0" aria-label=${t('inbox.connect.command', { name })}>${text}</pre><hp-copy .text=${text}></hp-copy></div></li>`)}</ul>
      ${me.decides ? html`<p><button class="primary" aria-disabled=${this.busy ? 'true' : 'false'} @click=${() => this.#try()}>${t('inbox.connect.try')}</button> <span class="faint">${t('inbox.connect.try_hint')}</span></p>` : ''}
    </section>`;
  }

  async #try() {
    if (this.busy) return;
    this.busy = true;
    try {
      await api.postOnce('/v1/sessions', { session_id: SESSION }).catch((problem) => {
        if (problem.status !== 409) throw problem;
      });
      await api.postOnce(`/v1/sessions/${SESSION}/approval-requests`, SAMPLE);
    } catch (problem) {
      announce(problem.detail ?? String(problem), 'wrong');
    } finally {
      this.busy = false;
    }
  }
}

customElements.define('hp-connect', Connect);
