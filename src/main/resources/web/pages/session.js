// One session: what it is, what it may, what waits, what was said, and a place to say more.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import '../parts/composer.js';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { InboxPart } from '../state/inbox-part.js';
import { entitle } from '../state/title.js';
import { me } from '../state/me.js';
import { titleWords } from '../format/words.js';
import { to } from '../router.js';
import { attempt, chip, facts, failed, id, loading, soon, stale } from './common.js';
import { confirmed } from './confirm.js';
import { fileList } from './files.js';
import { Listing } from './listing.js';
import { runRows } from './run-rows.js';
import { limits } from './scopes.js';
import { filesOf } from './story.js';
import { failure } from './words.js';
import './transcript.js';

class SessionPage extends Element {
  static properties = { sessionId: { attribute: false } };
  #session = new Loaded(this, (signal) => api.get(`/v1/sessions/${segment(this.sessionId)}`, { signal }));
  #runs = new Listing(this, {
    path: '/v1/runs',
    key: (run) => run.run_id,
    query: () => ({ session_id: this.sessionId, limit: 10 }),
    at: (run) => run.submitted_at_ms,
  });
  #waits = new InboxPart(this, () => ({ session_id: this.sessionId }));
  #soon = soon(() => this.#session.load());
  #stop = () => {};

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.#read());
    this.listen(live, 'beat', () => this.#read());
    this.listen(live, 'state', () => live.state.name === 'live' && this.#session.problem && this.#read());
    if (this.hasUpdated) this.#follow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
    this.#soon.stop();
  }

  willUpdate(changed) {
    if (changed.has('sessionId')) this.#follow();
  }

  /** First the stream, then what there is. */
  #follow() {
    this.#stop();
    this.#session.value = undefined;
    this.#stop = live.watch({ sessionId: this.sessionId }, (type, data) => {
      if (type === 'run_updated') this.#runs.put(data.run);
      if (type !== 'text_delta') this.#soon();
    });
    this.#runs.load({ anew: true });
    this.#waits.lines = [];
    this.#waits.load();
    this.#session.load();
  }

  #read() {
    this.#session.load();
    this.#runs.load();
  }

  render() {
    const { value: session, problem } = this.#session;
    if (problem && (!session || problem.status === 404)) {
      return html`<h1>${t('parts.common.session')}</h1>${failed(problem, () => this.#read())}`;
    }
    if (!session) return html`<h1>${t('parts.common.session')}</h1>${loading()}`;
    const { snapshot } = session;
    const name = sessionName(session.session_id, session.title);
    entitle(name);
    return html`<div class="pg">
      <p class="pg-up"><a href="/ui/sessions">${t('state.title.sessions')}</a></p>
      <div class="line"><h1><span class="pg-title">${said(name)}</span> ${chip(snapshot.status)}</h1>${this.#actions(snapshot)}</div>
      ${problem ? stale(problem, () => this.#read()) : ''}
      <div class="pg-split">
        <div class="pg-main">
          ${this.#waiting()}
          <section class="card" aria-labelledby="said"><h2 id="said">${t('pages.session.conversation')}</h2>
            <hp-transcript .sessionId=${session.session_id} .last=${30}></hp-transcript>
            ${snapshot.status === 'ended' || !me.works
              ? html`<p class="faint">${snapshot.status === 'ended' ? t('pages.session.no_more') : t('pages.session.read_only')}</p>`
              : html`<hp-composer .sessionId=${session.session_id}></hp-composer>`}
          </section>
        </div>
        <div class="pg-side">${this.#about(session)} ${this.#files(session)} ${this.#limits(session)}</div>
      </div>
      <section aria-labelledby="runs"><h2 id="runs">${t('pages.runs.runs')}</h2>${runRows(this.#runs, { session: false, nothing: t('pages.runs.none') })}</section>
    </div>`;
  }

  #actions({ status, active_run_id: active }) {
    if (!me.decides || status === 'ended') return '';
    return html`<div class="row">
      ${active ? html`<button @click=${() => this.#interrupt()}>${t('pages.session.interrupt')}</button>` : ''}
      <button class="deny" @click=${() => this.#end()}>${t('pages.session.end')}</button>
    </div>`;
  }

  #waiting() {
    const prompts = this.#waits.lines;
    if (prompts.length === 0) return '';
    return html`<section class="card pg-waiting" aria-labelledby="waits"><h2 id="waits">${t('pages.session.waiting', { count: prompts.length })}</h2>
      <ul class="pg-plain">${prompts.map((row) => html`<li>
        <a href=${to.prompt({ kind: row.type, id: row.id })}>${said(titleWords(row))}</a>
        <span class="faint"><hp-age at-ms=${row.created_at_ms} ago></hp-age></span></li>`)}</ul>
    </section>`;
  }

  #about({ agent_id, conversation_id, snapshot, persona, route_policy, reply_targets }) {
    return html`<section class="card" aria-labelledby="about"><h2 id="about">${t('pages.common.about')}</h2>
      ${facts([
        [t('pages.session.persona'), persona ? html`${said(persona.display_name)} <details><summary>${t('pages.session.instructions')}</summary>${longText(persona.instructions)}</details>` : null],
        [t('pages.session.parent'), snapshot.parent_session_id ? html`<a href=${to.session(snapshot.parent_session_id)}>${said(sessionName(snapshot.parent_session_id))}</a>` : null],
        [t('pages.session.children'), snapshot.children.length ? html`<ul class="pg-plain">${snapshot.children.map((child) => html`<li><a href=${to.session(child)}>${said(sessionName(child))}</a></li>`)}</ul>` : null],
        [t('pages.session.queue'), snapshot.queued_runs || null],
        [t('pages.session.route'), route_policy?.provider ? said(route_policy.provider) : null],
        [t('pages.session.sends'), reply_targets.length ? html`<ul class="pg-plain">${reply_targets.map((target) => html`<li>${said(target.plugin)}</li>`)}</ul>` : null],
        [t('pages.session.last_error'), snapshot.last_error ? html`<span class="wrong">${longText(failure(snapshot.last_error))}</span>` : null],
        [t('pages.session.end_reason'), snapshot.end_reason ? said(snapshot.end_reason) : null],
      ])}
      <details class="pg-details"><summary>${t('parts.common.details')}</summary>${facts([[t('parts.common.session'), id(this.sessionId)], [t('parts.common.agent'), id(agent_id)], [t('pages.session.conversation'), id(conversation_id)]])}</details>
    </section>`;
  }

  #files({ outputs }) {
    const files = outputs.flatMap(filesOf);
    const each = files.filter((file, i) => files.findIndex((other) => other.id === file.id) === i);
    return each.length === 0 ? '' : html`<section class="card" aria-labelledby="files"><h2 id="files">${t('pages.session.files')}</h2>${fileList(each)}</section>`;
  }

  #limits(session) {
    const lines = limits(session.effective_capability_scope, session.effective_credential_scope);
    return html`<section class="card" aria-labelledby="limits"><h2 id="limits">${t('pages.session.access')}</h2>
      ${lines.length === 0
        ? html`<p class="faint">${t('pages.session.no_limits')}</p>`
        : html`<ul>${lines.map(({ what, only, never }) => html`<li>${scope(what, only, never)}</li>`)}</ul>`}
    </section>`;
  }

  async #interrupt() {
    const sure = await confirmed({ title: t('pages.session.interrupt_title'), text: t('pages.session.interrupt_text'), action: t('pages.session.interrupt') });
    if (sure && (await attempt(t('pages.session.interrupted'), () => api.postOnce(`/v1/sessions/${segment(this.sessionId)}/interrupt`))) !== undefined) this.#read();
  }

  async #end() {
    const sure = await confirmed({
      title: t('pages.session.end_title'),
      text: t('pages.session.end_text'),
      action: t('pages.session.end'),
      field: { label: t('pages.session.reason') },
    });
    if (!sure) return;
    const done = await attempt(t('pages.session.ended'), () => api.post(`/v1/sessions/${segment(this.sessionId)}/end`, sure.text ? { reason: sure.text } : {}));
    if (done !== undefined) this.#read();
  }
}

function scope(what, only, never) {
  if (only.length === 0) return t('pages.session.all_never', { what, never: names(never) });
  return never.length ? t('pages.session.only_never', { what, only: names(only), never: names(never) }) : t('pages.session.only', { what, only: names(only) });
}

const names = (list) => list.map((name, i) => html`${i ? ', ' : ''}<code>${said(name)}</code>`);

customElements.define('hp-session', SessionPage);
