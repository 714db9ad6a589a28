// <hp-revisions .request>: what a revision changes of the request before, and what was said between the two.

import { html, nothing } from 'lit';
import { Element } from '../parts/element.js';
import { Loaded } from '../parts/loaded.js';
import { failed, loading } from '../parts/states.js';
import { longText } from '../parts/long-text.js';
import { said } from '../parts/text.js';
import { api, segment } from '../net/api.js';
import { pretty } from '../format/json.js';
import { shape } from '../format/shape.js';
import { ending } from './settled.js';
import './diff-view.js';
import { t } from '../i18n/i18n.js';

class Revisions extends Element {
  static properties = { request: { attribute: false }, open: { state: true } };
  #chain = new Loaded(this, (signal, id) => api.get(`/v1/approvals/${segment(id)}/revisions`, { signal }));

  willUpdate(changed) {
    if (changed.has('request') && changed.get('request')?.id !== this.request.id) this.open = false;
  }

  /** For the inbox's keys. */
  toggle(open = !this.open) {
    this.open = open;
    if (open) this.#chain.load(this.request.id);
  }

  render() {
    const { revises, revision, reply } = this.request;
    if (!revises) return nothing;
    return html`<section class="approval-revision"><h3>${t('inbox.bulk_item.revision', { revision: String(revision) })}</h3>
      <p><a href=${`/ui/approvals/${encodeURIComponent(revises)}`}>${t('approval.revisions.before')}</a>${reply ? html`. ${t('approval.revisions.answers', { reply: html`<span dir="auto">${longText(reply)}</span>` })}` : nothing}</p>
      <details ?open=${this.open} @toggle=${(event) => event.target.open !== Boolean(this.open) && this.toggle(event.target.open)}>
        <summary>${t('approval.revisions.difference')} <kbd>v</kbd></summary>
        ${this.open ? this.#difference() : nothing}
      </details>
    </section>`;
  }

  #difference() {
    const { value, problem } = this.#chain;
    if (problem) return failed(problem, () => this.#chain.load(this.request.id));
    if (!value) return loading();
    const before = value.find((row) => row.request.id === this.request.revises);
    if (!before) return html`<p class="faint">${t('approval.revisions.gone')}</p>`;
    return html`${wordsBetween(value, this.request)}
      <hp-diff .before=${text(before.request)} .after=${text(this.request)} label=${t('approval.revisions.changes')}></hp-diff>`;
  }
}

/** All that was said from the first request up to this one, the oldest first. */
function wordsBetween(chain, request) {
  const at = chain.findIndex((row) => row.request.id === request.id);
  const lines = chain.slice(0, at < 0 ? chain.length : at + 1).flatMap(({ request: one, resolution }) => [
    ...(one.reply ? [html`<li><b>${t('parts.common.agent')}</b> <span dir="auto">${longText(one.reply)}</span></li>`] : []),
    ...(resolution && one.id !== request.id
      ? [html`<li><b>${said(ending(resolution))}</b> ${resolution.reason ? html`<span dir="auto">${longText(resolution.reason)}</span>` : nothing}</li>`]
      : []),
  ]);
  return lines.length === 0 ? nothing : html`<ol class="approval-between" aria-label=${t('approval.revisions.between')}>${lines}</ol>`;
}

/** The one member that matters, where there is one and nothing else, or all of the input. */
function text(request) {
  const { tool_name: tool, input } = request;
  const { member } = shape(tool, input, request);
  return member && Object.keys(input).length === 1 && typeof input[member] === 'string' ? input[member] : pretty(input);
}

customElements.define('hp-revisions', Revisions);
