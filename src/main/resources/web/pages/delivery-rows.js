// Deliveries as rows of two lines: what about, where to, how it went. What failed can be sent again.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/i18n.js';
import { announce } from '../parts/announce.js';
import { said } from '../parts/text.js';
import { inputTitle, sessionName } from '../parts/where.js';
import { api, segment } from '../net/api.js';
import { bytes } from '../format/size.js';
import { me } from '../state/me.js';
import { to } from '../router.js';
import { ago, chip, facts, id } from './common.js';
import { confirmed } from './confirm.js';
import { fault } from './words.js';

const UNTITLED = t('pages.delivery_rows.untitled');
const LABEL = t('pages.deliveries.deliveries');
const VIEW_RUN = t('parts.common.view_run');

/** @param replayed called when one was sent again; @param places whether to name session and run */
export function deliveryRows(rows, { replayed, places = true }) {
  return html`<ul class="pg-rows" aria-label=${LABEL}>${repeat(rows, (row) => row.delivery_id, (row) => html`<li class="pg-row">
    <span class="pg-row-first">${places && row.run_id ? html`<a href=${to.run(row.run_id)}>${title(row)}</a>` : html`<span>${title(row)}</span>`}</span>
    <span class="pg-row-end">${chip(row.status)}</span>
    <div class="pg-row-second">
      <p class="pg-row-line">${t('pages.delivery_rows.to', { target: said(row.target_label ?? row.plugin) })}${places ? html` · <a class="pg-quiet" href=${to.session(row.session_id)}>${said(sessionName(row.session_id))}</a>` : ''}
        · ${t('pages.delivery_rows.tries', { count: row.attempts })}${row.last_error ? html` · <span class=${row.status === 'dead_lettered' ? 'wrong' : ''}>${fault(row.last_error)}</span>` : ''}
        ${row.replayed_from_delivery_id ? ` · ${t('pages.delivery_rows.sent_again')}` : ''}</p>
      ${details(row)}
    </div>
    <span class="pg-row-far">${moment(row)}${me.decides && row.status === 'dead_lettered' ? html` <button class="pg-small" @click=${() => replay(row, replayed)}>${t('pages.delivery_rows.again')}</button>` : ''}</span>
  </li>`)}</ul>`;
}

const title = (row) => said(inputTitle(row.title) ?? UNTITLED);

function moment(row) {
  if (row.delivered_at_ms) return t('pages.delivery_rows.sent', { when: ago(row.delivered_at_ms) });
  if (row.dead_lettered_at_ms) return t('pages.delivery_rows.stopped', { when: ago(row.dead_lettered_at_ms) });
  return row.next_attempt_at_ms && row.attempts > 0 ? html`<hp-until at-ms=${row.next_attempt_at_ms} .before=${(time) => t('pages.delivery_rows.next', { time })} .due=${t('pages.delivery_rows.now')}></hp-until>` : ago(row.created_at_ms);
}

function details(row) {
  return html`<details class="pg-details"><summary>${t('parts.common.details')}</summary>${facts([
    [t('pages.delivery_rows.delivery'), id(row.delivery_id)],
    [t('pages.delivery_rows.again_for'), row.replayed_from_delivery_id ? id(row.replayed_from_delivery_id) : null],
    [t('pages.deliveries.connector'), said(row.plugin)],
    [t('pages.delivery_rows.size'), bytes(row.content_size_bytes)],
    [t('pages.delivery_rows.created'), ago(row.created_at_ms)],
    [t('parts.common.run'), row.run_id ? html`<a href=${to.run(row.run_id)}>${VIEW_RUN}</a>` : null],
  ])}</details>`;
}

async function replay(row, replayed) {
  const sure = await confirmed({ title: t('pages.delivery_rows.again_title'), text: t('pages.delivery_rows.again_text', { target: row.target_label ?? row.plugin }), action: t('pages.delivery_rows.send_it'), danger: false });
  if (!sure) return;
  try {
    const { delivery } = await send(row, false);
    if (delivery.status === 'pending' || delivery.status === 'retrying') announce(t('pages.delivery_rows.done'), 'done');
    else await onceMore(row, delivery);
  } catch (problem) {
    announce(problem.detail, 'wrong');
  }
  replayed();
}

/** Already sent again: the daemon wants to hear that once more is meant. */
async function onceMore(row, earlier) {
  const sure = await confirmed({
    title: t('pages.delivery_rows.already'),
    text: earlier.status === 'delivered' ? t('pages.delivery_rows.already_arrived') : t('pages.delivery_rows.already_failed'),
    action: t('pages.delivery_rows.again'),
    danger: earlier.status === 'delivered',
  });
  if (!sure) return;
  await send(row, true);
  announce(t('pages.delivery_rows.done'), 'done');
}

function send(row, force) {
  return api.postOnce(`/v1/deliveries/${segment(row.delivery_id)}/replay`, force ? { force } : {});
}
