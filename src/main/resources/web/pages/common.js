// What the pages share.

import { html } from 'lit';
import { t } from '../i18n/i18n.js';
import { announce } from '../parts/announce.js';
import { empty, failed, loading } from '../parts/states.js';
import '../parts/moment.js';
import { said } from '../parts/text.js';
import { date } from '../format/time.js';
import { tone, words } from './words.js';

export function chip(name, more = '') {
  return html`<span class="chip status ${tone(name)}">${words(name)}${more}</span>`;
}

/** How long ago; the exact time is its title. */
export function ago(ms) {
  return ms === undefined || ms === null ? '–' : html`<hp-age at-ms=${ms} ago></hp-age>`;
}

/** A time to come, or one that needs no clock beside it. */
export function at(ms) {
  return ms === undefined || ms === null ? '–' : html`<time datetime=${new Date(ms).toISOString()}>${date(ms)}</time>`;
}

/** Names and what they are: [[name, value], …]; what is null or undefined is left out. */
export function facts(pairs) {
  return html`<dl class="pg-facts">
    ${pairs.filter(([, value]) => value !== undefined && value !== null && value !== '').map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

export const id = (text) => html`<code class="pg-id">${said(text)}</code>`;

/** A list as it stands: loading, refused, empty, or its rows with a way to more. */
export function listed(list, { nothing, rows }) {
  if (list.problem && !list.loaded) return failed(list.problem, () => list.load());
  if (!list.loaded) return loading();
  return html`${list.problem ? stale(list.problem, () => list.load()) : ''}
    ${list.rows.length === 0 ? nothing : rows(list.rows)}
    ${list.next ? html`<p class="pg-more"><button ?disabled=${list.pending} @click=${() => list.more()}>${list.pending ? t('parts.common.loading') : t('pages.common.load_more')}</button></p>` : ''}`;
}

/** What is shown is what was last heard. */
export function stale(problem, again) {
  return html`<p class="pg-stale" role="alert"><span dir="auto">${t('pages.common.stale', { problem: problem.detail ?? String(problem) })}</span>
    <button @click=${again}>${t('parts.common.try_again')}</button></p>`;
}

/** Does something and tells how it went; gives what the daemon answered, or undefined. */
export async function attempt(done, action) {
  try {
    const answer = await action();
    announce(done, 'done');
    return answer ?? null;
  } catch (problem) {
    announce(problem.detail ?? String(problem), 'wrong');
    return undefined;
  }
}

/** Now and then while somebody looks; gives how to stop. */
export function every(ms, action) {
  const timer = setInterval(() => document.hidden || action(), ms);
  const seen = () => document.hidden || action();
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}

/** Calls soon, and once for many. */
export function soon(action, ms = 150) {
  let timer = 0;
  const call = () => {
    timer ||= setTimeout(() => {
      timer = 0;
      action();
    }, ms);
  };
  call.stop = () => clearTimeout(timer);
  return call;
}

export { empty, failed, loading };
