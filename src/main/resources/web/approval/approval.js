// <hp-approval .prompt>: one call that waits for somebody: what it would do, why it asks, what may be done about
// it, and afterwards what became of it. It stays the approval that it is until it is given another.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { announce } from '../parts/announce.js';
import { BarRoom } from '../parts/bar-room.js';
import { lateTemplate, typed } from '../parts/late.js';
import { ledTemplate, showLed } from '../parts/led.js';
import { renderedIn } from '../parts/rendered.js';
import { said } from '../parts/text.js';
import { waitsTemplate } from '../parts/waits.js';
import { crumbsTemplate, timesTemplate } from '../parts/where.js';
import '../parts/details.js';
import { confirmed } from '../pages/confirm.js';
import { meansIt } from '../triage/claimed.js';
import { plain, short } from '../format/text.js';
import { decide, wasElsewhere } from '../state/decide.js';
import { drafts } from '../state/drafts.js';
import { heldOf, holding, keep, keepHeld } from '../state/holds.js';
import { inbox } from '../state/inbox.js';
import { me } from '../state/me.js';
import { requestOf } from '../state/prompt.js';
import { live } from '../net/live.js';
import { OFFLINE, isOffline } from '../state/offline.js';
import { TO_READ, choices, plainest, toBeRead } from './choices.js';
import { barTemplate } from './bar.js';
import { cautionTemplate, itemsTemplate, lineTemplate, revisionTemplate, riskMark, riskTemplate, signTemplate, standingTemplate, whyTemplate, worldTemplate } from './facts.js';
import { takesRisk } from './high-risk.js';
import { inputTemplate } from './input.js';
import { Reading } from './reading.js';
import { refusalTemplate } from './refusal.js';
import { already, ending, settledTemplate } from './settled.js';
import '../triage/talk.js';
import { actsOf } from '../triage/triage.js';
import './always.js';
import './deny-form.js';
import './edit-fields.js';
import './edit-input.js';
import './held.js';
import './raw.js';
import { titleWords } from '../format/words.js';
import { t } from '../i18n/i18n.js';

/** Decisions on their way, by key: going away and coming back does not send one twice. */
const underway = new Set();
let serial = 0;

/** That the own yes counts, and how many are still missing, by the way that takes the fewest. */
function approvedByYou({ standing, approvals_required: wanted, approvals = [] }, title) {
  const counts = (standing?.missing ?? []).map((all) => all.reduce((sum, { count }) => sum + count, 0));
  const count = counts.length > 0 ? Math.min(...counts) : wanted - approvals.length;
  return count > 0 ? t('approval.approval.approved_by_you', { count, title }) : t('approval.approval.approved_more', { title });
}

/** What an agent keeps for itself, no rule here shows and nobody can revoke: it is asked about once more. */
async function remembersItself({ label, note, decision }) {
  const sure = await confirmed({
    title: decision.behavior === 'allow' ? t('approval.approval.allow_lasting') : t('approval.approval.deny_lasting'),
    text: t('approval.approval.lasting', { option: plain(label), note }),
    action: plain(label),
  });
  return sure !== null;
}

/** Whether a passkey of an approver can be used here. Whether it is one of this tenant only the daemon says. */
const canSign = () => me.decides && Boolean(me.caller.passkeys?.available);

/** Tells 'decided' when whoever looks has settled it here; the detail is the prompt. */
class ApprovalView extends Element {
  static properties = {
    prompt: { attribute: false }, mode: { state: true }, denying: { state: true }, unread: { state: true }, problem: { state: true },
    late: { state: true },
  };
  #title = `approval-${++serial}`;
  #key = null;
  /** Where a no is suggested: the key for a yes that was pressed once, and the approval for which. */
  #warned = null;
  #unfocused = false;
  #room = new BarRoom(this, '.approval-bar');
  #reading = new Reading(this, () => (this.prompt && !this.prompt.settled ? this.#request : null));

  connectedCallback() {
    super.connectedCallback();
    this.listen(live, 'state');
    this.listen(live, 'beat', () => this.#key && this.#read());
    if (this.#key) this.#read();
  }

  /** For the inbox's keys. */
  allow() {
    const choice = plainest(this.#choices, 'allow');
    if (choice) this.#pressed(choice, 'a');
    else if (!this.prompt.settled) announce(t('approval.approval.no_once'), 'wrong');
  }

  /** The n-th of the agent's own options, as a click on it does. */
  chooseAt(index) {
    const choice = this.mode === 'choose' && this.#choices.filter(({ note, more }) => note && !more)[index];
    if (choice) this.#pressed(choice, String(index + 1));
  }

  /** By a key; what the agent suggests to deny is allowed by the second press alone. */
  #pressed(choice, key) {
    const isAsked = choice.decision.behavior === 'allow' && choice.allowed && !choice.toRead && this.#suggestsNo;
    if (!isAsked || this.#warned === `${key} ${this.prompt.key}`) return this.#chosen(choice);
    this.#warned = `${key} ${this.prompt.key}`;
    announce(t('approval.approval.suggests_no', { key }), 'info');
  }

  deny() {
    const choice = plainest(this.#choices, 'deny');
    if (choice) this.#chosen(choice);
  }

  /** What is said in place of a plain no: 'request_changes', 'respond' or 'ask_back'. */
  reply(id) {
    const choice = this.#choices.find((one) => one.id === id);
    if (choice) this.#chosen(choice);
    else if (!this.prompt.settled) announce(t('approval.approval.no_reply'), 'wrong');
  }

  edit() {
    const choice = this.#choices.find(({ id }) => id === 'edit');
    if (choice) this.#chosen(choice);
    else if (!this.prompt.settled) announce(t('approval.approval.no_edit'), 'wrong');
  }

  remember() {
    const choice = this.#choices.find(({ opens }) => opens === 'always');
    if (choice) this.#chosen(choice);
    else if (!this.prompt.settled) announce(t('approval.approval.no_remember'), 'wrong');
  }

  led() {
    showLed(this);
  }

  /** Shows what a revision changes, or hides it again. */
  difference() {
    const revisions = this.querySelector('hp-revisions');
    if (revisions) revisions.toggle();
    else announce(t('approval.approval.no_revision'), 'info');
  }

  get #request() {
    return this.prompt.row?.request ?? this.prompt.request;
  }

  get #choices() {
    if (this.prompt.settled) return [];
    const all = toBeRead(choices(this.#request, Boolean(this.prompt.row), canSign()), this.#reading);
    return isOffline() ? all.map((choice) => ({ ...choice, allowed: false, toRead: false, reason: OFFLINE })) : all;
  }

  get #suggestsNo() {
    return !this.prompt.settled && this.#request.default_behavior === 'deny';
  }

  get #busy() {
    return underway.has(this.prompt.key);
  }

  willUpdate(changed) {
    if (!changed.has('prompt') || !this.prompt) return;
    const { key, settled } = this.prompt;
    if (key !== this.#key) {
      this.#key = key;
      this.#warned = null;
      this.#unfocused = this.#suggestsNo;
      this.problem = null;
      this.late = settled ? this.#unsent() : null;
      this.mode = settled ? 'choose' : (drafts.get(key)?.mode ?? 'choose');
      this.denying = null;
      this.#read();
    } else if (settled && !changed.get('prompt')?.settled) {
      this.mode = 'choose';
      this.late ??= this.#unsent();
      this.querySelector('hp-always')?.close();
      this.#read();
    }
  }

  /** What was typed for it and never sent: somebody else was first. */
  #unsent() {
    const text = typed(drafts.get(this.prompt.key));
    return text ? { text } : null;
  }

  #discard() {
    drafts.delete(this.prompt.key);
    this.late = null;
  }

  updated() {
    if (!this.#unfocused) return;
    this.#unfocused = false;
    // Text that is being typed elsewhere stays there.
    if (!document.activeElement?.matches('input, textarea, select')) this.focusFirst();
  }

  /** Where a no is suggested the focus is on it; false where nothing is. */
  focusFirst() {
    const deny = this.#suggestsNo && this.mode === 'choose' ? this.querySelector('.approval-bar button.deny') : null;
    deny?.focus();
    return Boolean(deny);
  }

  async #read() {
    const { prompt } = this;
    this.unread = null;
    await inbox.refresh(prompt).catch((problem) => {
      if (this.prompt?.key === prompt.key) this.unread = problem;
    });
  }

  render() {
    const { prompt } = this;
    if (!prompt) return nothing;
    const request = this.#request;
    return html`<article class="approval card-view" aria-labelledby=${this.#title} aria-busy=${this.#busy ? 'true' : 'false'}>
      <header>
        <div class="card-title">${riskMark(request)}<h2 id=${this.#title}>${said(titleWords(request))}</h2></div>
        ${lineTemplate(request)}
        <div class="card-from">${crumbsTemplate(prompt)} ${timesTemplate(prompt)}</div>
        <hp-triage .prompt=${prompt}></hp-triage>
      </header>
      ${prompt.settled ? html`${settledTemplate(prompt)} ${lateTemplate(this.late, () => this.#discard())}` : riskTemplate(request)}
      ${whyTemplate(request)} ${revisionTemplate(request)}
      <section class="approval-asked" aria-labelledby="${this.#title}-asked"><h3 id="${this.#title}-asked">${t('approval.approval.will_happen')}</h3>${inputTemplate(request, !prompt.settled)}</section>
      ${this.mode === 'edit' && !prompt.settled ? this.#bar() : nothing}
      ${itemsTemplate(request)} ${worldTemplate(request)} ${standingTemplate(request)}
      ${prompt.settled ? nothing : html`${waitsTemplate(request)} ${cautionTemplate(request)} ${signTemplate(request, canSign())}`}
      ${ledTemplate(prompt)}
      <hp-talk .prompt=${prompt}></hp-talk>
      <hp-details .prompt=${prompt} .more=${() => html`<hp-raw .request=${request}></hp-raw>`}></hp-details>
      ${this.mode === 'edit' || prompt.settled ? nothing : this.#bar()}
    </article>
    ${prompt.settled ? nothing : html`<hp-always .prompt=${prompt} .busy=${this.#busy} .send=${this.#sending(prompt)}></hp-always>`}`;
  }

  #bar() {
    const { prompt } = this;
    const all = this.#choices;
    const send = this.#sending(prompt);
    const closed = () => this.#closed();
    const forms = {
      deny: () => html`<hp-deny .prompt=${prompt} .choice=${this.denying ?? this.#drafted(all) ?? plainest(all, 'deny')} .busy=${this.#busy} .send=${send} @closed=${closed}></hp-deny>`,
      edit: () => this.#request.editable
        ? html`<hp-edit-fields .prompt=${prompt} .busy=${this.#busy} .send=${send} @closed=${closed}></hp-edit-fields>`
        : html`<hp-edit-input .prompt=${prompt} .busy=${this.#busy} .send=${send} @closed=${closed}></hp-edit-input>`,
      choose: () => barTemplate(all, this.#busy, this.#reading, (choice) => this.#chosen(choice), actsOf(prompt, this)),
    };
    return html`<section class="approval-bar ${this.mode}" aria-label=${t('approval.approval.decide')}>
      ${this.unread
        ? html`<p class="wrong">${this.unread.detail ?? String(this.unread)} <button type="button" class="plain" @click=${() => this.#read()}>${t('parts.common.try_again')}</button></p>`
        : nothing}
      ${this.problem ? refusalTemplate(this.problem) : nothing}
      ${heldOf(prompt) ? html`<hp-held .prompt=${prompt} .now=${(decision) => this.#runNow(decision)}></hp-held>` : nothing}
      ${(forms[this.mode] ?? forms.choose)()}
    </section>`;
  }

  /** The choice for which something was typed before. */
  #drafted(all) {
    const id = drafts.get(this.prompt.key)?.choice;
    return all.find((one) => one.id === id && one.opens === 'deny');
  }

  async #chosen(choice) {
    if (this.#busy) return;
    if (choice.toRead) {
      this.#reading.onward();
      return;
    }
    if (!choice.allowed) {
      announce(choice.reason, 'info');
      return;
    }
    if (choice.lasts && !(await remembersItself(choice))) return;
    this.problem = null;
    if (choice.opens === 'always') {
      this.querySelector('hp-always').open();
    } else if (choice.opens) {
      this.denying = choice.opens === 'deny' ? choice : null;
      this.mode = choice.opens;
      await this.updateComplete;
      const form = this.querySelector('hp-deny, hp-edit-input, hp-edit-fields');
      await form?.updateComplete;
      form?.focus();
      form?.scrollIntoView({ block: 'nearest' });
    } else {
      const { key } = this.prompt;
      await this.#send(this.prompt, choice.decision, t('parts.outcome.allowed')).catch((problem) => {
        if (this.prompt?.key === key) this.problem = problem;
      });
    }
  }

  /** The sender does not want to wait. */
  #runNow(decision) {
    const { key } = this.prompt;
    this.#send(this.prompt, decision, t('parts.outcome.allowed'), true).catch((problem) => {
      if (this.prompt?.key === key) this.problem = problem;
    });
  }

  async #closed() {
    this.mode = 'choose';
    await this.updateComplete;
    if (!this.focusFirst()) this.querySelector('.approval-bar button')?.focus();
  }

  #sending(prompt) {
    return (decision, done) => this.#send(prompt, decision, done);
  }

  /**
   * Throws what the daemon refused, unless somebody else was first: then the card says so. False is what was not sent
   * because the person thought better of it.
   */
  async #send(prompt, decision, done, atOnce = false) {
    if (underway.has(prompt.key)) return true;
    if (decision.behavior === 'allow' && !atOnce && !this.#reading.isRead) {
      this.#reading.onward();
      announce(TO_READ, 'info');
      return false;
    }
    const request = prompt.row?.request ?? prompt.request;
    if (decision.behavior === 'allow' && !atOnce && !(await takesRisk(request))) return false;
    if (!(await meansIt(prompt))) return false;
    if (underway.has(prompt.key)) return true;
    const name = short(titleWords(request), 60);
    const rendered = this.prompt?.key === prompt.key ? renderedIn(this) : undefined;
    underway.add(prompt.key);
    this.requestUpdate();
    try {
      const sent = atOnce ? decision : holding(request, decision);
      await decide([{ ...prompt, request, rendered }], sent);
      keep(prompt, sent);
      drafts.delete(prompt.key);
      const now = await inbox.refresh(prompt).catch(() => null);
      keepHeld(now, sent);
      if (heldOf(now)) {
        // It stays open, with the way back above its buttons.
        this.mode = 'choose';
        announce(t('approval.approval.held', { done, title: name }), 'done');
        return true;
      }
      announce(now && !now.settled ? approvedByYou(requestOf(now), name) : t('approval.approval.done', { done, title: name }), 'done');
      this.dispatchEvent(new CustomEvent('decided', { bubbles: true, detail: prompt }));
    } catch (problem) {
      if (!(await wasElsewhere(prompt, problem))) {
        if (this.prompt?.key !== prompt.key) announce(`${name}: ${problem.detail ?? problem}`, 'wrong');
        throw problem;
      }
      if (this.prompt?.key === prompt.key) this.late = { text: typed(drafts.get(prompt.key)), words: problem.detail };
      announce(t('approval.approval.done', { done: already(ending(inbox.get('approval', prompt.id).settled)), title: name }), 'info');
    } finally {
      underway.delete(prompt.key);
      this.requestUpdate();
    }
    return true;
  }
}

customElements.define('hp-approval', ApprovalView);
