// One run: where it stands, what happened, what came of it, and what it did outside.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { longText } from '../parts/long-text.js';
import { agentWords } from '../parts/markdown.js';
import { said } from '../parts/text.js';
import { inputTitle, sessionName } from '../parts/where.js';
import { api, segment } from '../net/api.js';
import { live } from '../net/live.js';
import { inbox } from '../state/inbox.js';
import { me } from '../state/me.js';
import { titleOf } from '../state/prompt.js';
import { to } from '../router.js';
import { entitle } from '../state/title.js';
import { ticker } from '../parts/ticker.js';
import { ago, attempt, chip, empty, every, facts, failed, id, loading, stale } from './common.js';
import { confirmed } from './confirm.js';
import { deliveryRows } from './delivery-rows.js';
import './external-actions.js';
import { fileList } from './files.js';
import { details, title, toneOf } from './happenings.js';
import { ENDS } from './axis.js';
import { stateStrip, stepBars } from './states.js';
import { inputWords } from './input-words.js';
import { filesOf } from './story.js';
import { Trail } from './trail.js';
import { failure, words } from './words.js';

const SHOWN = 500;
const MOST_ACTIONS = 500;
const UNTITLED = t('parts.common.run');
const WAITS_FOR = { approval: t('pages.run.review'), question: t('pages.run.answer') };
const API = t('pages.run.api');

class RunPage extends Element {
  static properties = { runId: { attribute: false }, all: { state: true } };
  #run = new Loaded(this, (signal) => api.get(`/v1/runs/${segment(this.runId)}`, { signal }));
  /** What it did outside tells when its tools were at work. */
  #actions = new Loaded(this, async (signal) => (await api.page(`/v1/runs/${segment(this.runId)}/external-actions`, { limit: MOST_ACTIONS }, { signal })).items);
  /** Where they go is told to those who decide, by the list alone. */
  #deliveries = new Loaded(this, async (signal) => (await api.page('/v1/deliveries', { run_id: this.runId, limit: MOST_ACTIONS }, { signal })).items.reverse());
  #asOf = 0;
  #trail = new Trail(this);
  #stop = () => {};
  #sought = new Set();

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'resync', () => this.#run.load());
    this.listen(live, 'beat', () => this.#run.load());
    this.listen(live, 'state', () => live.state.name === 'live' && this.#run.problem && this.#run.load());
    // What becomes of a delivery is not told by the stream.
    this.finally(every(5_000, () => this.#run.value?.deliveries.some(({ status }) => status === 'pending' || status === 'retrying') && this.#read()));
    this.listen(inbox, 'change');
    this.listen(ticker, 'tick', () => this.#run.value && !ENDS.has(this.#run.value.status) && this.requestUpdate());
    if (this.hasUpdated) this.#follow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
  }

  willUpdate(changed) {
    if (changed.has('runId')) this.#follow();
  }

  #follow() {
    this.#stop();
    this.all = false;
    this.#run.value = undefined;
    this.#actions.value = undefined;
    this.#deliveries.value = undefined;
    this.#asOf = 0;
    this.#stop = live.watch({ runId: this.runId }, (type, { run }) => {
      if (type !== 'run_updated' || (this.#run.value?.updated_at_ms ?? 0) > run.updated_at_ms) return;
      this.#run.value = run;
      this.requestUpdate();
    });
    this.#trail.follow({ runId: this.runId });
    this.#run.load();
  }

  #read() {
    this.#run.load();
    this.#deliveries.load();
  }

  /** Another state means that tools have begun or ended. */
  updated() {
    const asOf = this.#run.value?.updated_at_ms ?? 0;
    if (asOf === this.#asOf) return;
    this.#asOf = asOf;
    this.#actions.load();
    if (this.#run.value.deliveries.length) this.#deliveries.load();
  }

  render() {
    const { value: run, problem } = this.#run;
    if (problem && (!run || problem.status === 404)) return html`<h1>${t('parts.common.run')}</h1>${failed(problem, () => this.#run.load())}`;
    if (!run) return html`<h1>${t('parts.common.run')}</h1>${loading()}`;
    entitle(inputTitle(run.request.title));
    const session = sessionName(run.session_id, '', '');
    return html`<div class="pg">
      <p class="pg-up"><a href="/ui/runs">${t('pages.runs.runs')}</a> · <a href=${to.session(run.session_id)}>${session ? t('pages.run.session', { name: said(session) }) : t('parts.common.session')}</a></p>
      <div class="line"><h1><span class="pg-title">${said(inputTitle(run.request.title) ?? UNTITLED)}</span> ${chip(run.status)}</h1>
        ${me.decides && !ENDS.has(run.status) ? html`<button class="deny" @click=${() => this.#cancel()}>${t('pages.run.cancel')}</button>` : ''}</div>
      ${problem ? stale(problem, () => this.#run.load()) : ''}
      ${stateStrip(this.#trail.entries, run.status, ticker.nowMs)}
      ${run.error ? html`<section class="card pg-error" aria-labelledby="error"><h2 id="error">${t('pages.run.error')}</h2>${longText(failure(run.error))}</section>` : ''}
      ${this.#waiting(run)}
      <div class="pg-split">
        <div class="pg-main">
          <section class="card" aria-labelledby="timeline"><h2 id="timeline">${t('pages.run.timeline')}</h2>
            ${stepBars(this.#trail.entries, this.#actions.value ?? [], run.status, ticker.nowMs)} ${this.#timeline()}</section>
          ${this.#outputs(run)}
        </div>
        <div class="pg-side">${this.#about(run)}</div>
      </div>
      <section aria-labelledby="deliveries"><h2 id="deliveries">${t('pages.deliveries.deliveries')}</h2>
        ${run.deliveries.length === 0 ? html`<p class="faint">${t('pages.run.no_deliveries')}</p>` : deliveryRows(this.#deliveries.value ?? run.deliveries, { replayed: () => this.#read(), places: false })}
      </section>
      <hp-external-actions .runId=${run.run_id} .asOf=${run.updated_at_ms}></hp-external-actions>
    </div>`;
  }

  #waiting(run) {
    const waits = [...run.pending_approval_ids.map((one) => ['approval', one]), ...run.pending_question_ids.map((one) => ['question', one])];
    if (waits.length === 0) return '';
    return html`<section class="card pg-waiting" aria-labelledby="waits"><h2 id="waits">${t('pages.run.waiting')}</h2>
      <ul class="pg-plain">${waits.map(([kind, one]) => html`<li><a href=${to.prompt({ kind, id: one })}>${this.#asked(kind, one)}</a></li>`)}</ul>
    </section>`;
  }

  /** Its title, where the inbox has it. */
  #asked(kind, one) {
    const prompt = inbox.get(kind, one);
    if (!prompt && !this.#sought.has(one)) {
      this.#sought.add(one);
      inbox.find(kind, one).catch(() => {});
    }
    return said((prompt && titleOf(prompt)) || WAITS_FOR[kind]);
  }

  #about(run) {
    return html`<section class="card" aria-labelledby="about"><h2 id="about">${t('pages.common.about')}</h2>
      ${facts([
        [t('pages.run.input'), html`${inputWords({ text: run.request.text_preview, title: run.request.title })}${fileList(run.input_attachments, t('pages.common.files_came'))}`],
        [t('pages.run.submitted'), t('pages.run.submitted_by', { when: ago(run.submitted_at_ms), name: said(run.request.actor_id) })],
        [t('pages.run.source'), run.request.source_plugin === 'daemon' ? API : said(run.request.source_plugin)],
        [t('pages.run.started'), run.started_at_ms ? ago(run.started_at_ms) : null],
        [t('pages.run.finished'), run.finished_at_ms ? ago(run.finished_at_ms) : null],
        [t('pages.run.in_queue'), run.queued_position ? t('pages.happenings.position', { position: run.queued_position }) : null],
        [t('pages.run.model'), run.request.model && run.request.provider !== 'external' ? run.request.provider ? t('pages.run.route', { model: said(run.request.model), route: said(run.request.provider) }) : said(run.request.model) : null],
        [t('inbox.chips.approval'), run.request.approval_count],
        [t('inbox.chips.question'), run.request.question_count],
      ])}
      <details class="pg-details"><summary>${t('parts.common.details')}</summary>${facts([
        [t('parts.common.run'), id(run.run_id)],
        [t('parts.common.agent'), id(run.agent_id)],
        [t('pages.run.kind'), words(run.origin_kind)],
      ])}</details>
    </section>`;
  }

  #outputs({ outputs }) {
    if (outputs.length === 0) return '';
    return html`<section class="card" aria-labelledby="outputs"><h2 id="outputs">${t('pages.run.outputs')}</h2>
      <ol class="pg-plain">${outputs.map((output) => html`<li class="pg-output">${output.content ? agentWords(output.content) : ''}${fileList(filesOf(output))}</li>`)}</ol>
    </section>`;
  }

  #timeline() {
    const trail = this.#trail;
    if (trail.problem && !trail.loaded) return failed(trail.problem, () => trail.read());
    if (!trail.loaded) return loading();
    const hidden = this.all ? 0 : Math.max(0, trail.entries.length - SHOWN);
    if (trail.entries.length === 0) return empty(t('pages.run.removed'), t('pages.run.removed_hint'));
    return html`${hidden ? html`<button @click=${() => (this.all = true)}>${t('pages.run.earlier', { count: hidden })}</button>` : ''}
      <ol class="tl" aria-label=${t('pages.run.timeline')}>
        ${repeat(trail.entries.slice(hidden), (entry) => entry.event_id, ({ event, timestamp_ms }) => html`<li class="tl-item ${toneOf(event)}">
          <p class="tr-head"><span class="tr-who">${title(event)}</span> <span class="faint tr-when">${ago(timestamp_ms)}</span></p>${details(event)}</li>`)}
        ${[...trail.speaking.values()].map((text) => html`<li class="tl-item tr-speaking" aria-busy="true">
          <p class="tr-head"><span class="tr-who">${t('pages.run.writing')}</span></p><div class="long-text" dir="auto">${said(text.slice(-4000))}</div></li>`)}
      </ol>`;
  }

  async #cancel() {
    const sure = await confirmed({ title: t('pages.run.cancel_title'), text: t('pages.run.cancel_text'), action: t('pages.run.cancel') });
    if (sure && (await attempt(t('pages.run.cancelled'), () => api.post(`/v1/runs/${segment(this.runId)}/cancel`))) !== undefined) this.#run.load();
  }
}

customElements.define('hp-run', RunPage);
