// Deliveries as rows of two lines: what about, where to, how it went. What failed can be sent again.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announce } from '../parts/announce.js';
import { said } from '../parts/text.js';
import { sessionName } from '../parts/where.js';
import { api, segment } from '../net/api.js';
import { bytes } from '../format/size.js';
import { me } from '../state/me.js';
import { to } from '../router.js';
import { ago, chip, facts, id } from './common.js';
import { confirmed } from './confirm.js';
import { fault } from './words.js';

const UNTITLED = 'Output of a run';
const LABEL = 'Deliveries';
const VIEW_RUN = 'View run';

/** @param replayed called when one was sent again; @param places whether to name session and run */
export function deliveryRows(rows, { replayed, places = true }) {
  return html`<ul class="pg-rows" aria-label=${LABEL}>${repeat(rows, (row) => row.delivery_id, (row) => html`<li class="pg-row">
    <span class="pg-row-first">${places && row.run_id ? html`<a href=${to.run(row.run_id)}>${title(row)}</a>` : html`<span>${title(row)}</span>`}</span>
    <span class="pg-row-end">${chip(row.status)}</span>
    <div class="pg-row-second">
      <p class="pg-row-line">to ${said(row.target_label ?? row.plugin)}${places ? html` · <a class="pg-quiet" href=${to.session(row.session_id)}>${said(sessionName(row.session_id))}</a>` : ''}
        · ${row.attempts === 1 ? '1 try' : `${row.attempts} tries`}${row.last_error ? html` · <span class=${row.status === 'dead_lettered' ? 'wrong' : ''}>${fault(row.last_error)}</span>` : ''}
        ${row.replayed_from_delivery_id ? ' · sent again' : ''}</p>
      ${details(row)}
    </div>
    <span class="pg-row-far">${moment(row)}${me.decides && row.status === 'dead_lettered' ? html` <button class="pg-small" @click=${() => replay(row, replayed)}>Send again</button>` : ''}</span>
  </li>`)}</ul>`;
}

const title = (row) => said(row.title ?? UNTITLED);

function moment(row) {
  if (row.delivered_at_ms) return html`sent ${ago(row.delivered_at_ms)}`;
  if (row.dead_lettered_at_ms) return html`stopped trying ${ago(row.dead_lettered_at_ms)}`;
  return row.next_attempt_at_ms && row.attempts > 0 ? html`<hp-until at-ms=${row.next_attempt_at_ms} .before=${'Next try in '} .due=${'Trying now'}></hp-until>` : ago(row.created_at_ms);
}

function details(row) {
  return html`<details class="pg-details"><summary>Details</summary>${facts([
    ['Delivery', id(row.delivery_id)],
    ['Sent again for', row.replayed_from_delivery_id ? id(row.replayed_from_delivery_id) : null],
    ['Connector', said(row.plugin)],
    ['Size', bytes(row.content_size_bytes)],
    ['Created', ago(row.created_at_ms)],
    ['Run', row.run_id ? html`<a href=${to.run(row.run_id)}>${VIEW_RUN}</a>` : null],
  ])}</details>`;
}

async function replay(row, replayed) {
  const sure = await confirmed({ title: 'Send again?', text: `${row.target_label ?? row.plugin} may get it a second time.`, action: 'Send it', danger: false });
  if (!sure) return;
  try {
    const { delivery } = await send(row, false);
    if (delivery.status === 'pending' || delivery.status === 'retrying') announce('Sent again.', 'done');
    else await onceMore(row, delivery);
  } catch (problem) {
    announce(problem.detail, 'wrong');
  }
  replayed();
}

/** Already sent again: the daemon wants to hear that once more is meant. */
async function onceMore(row, earlier) {
  const sure = await confirmed({
    title: 'Already sent again',
    text: earlier.status === 'delivered' ? 'The second delivery arrived. Send it again anyway?' : 'The second delivery failed too. Send it again?',
    action: 'Send again',
    danger: earlier.status === 'delivered',
  });
  if (!sure) return;
  await send(row, true);
  announce('Sent again.', 'done');
}

function send(row, force) {
  return api.postOnce(`/v1/deliveries/${segment(row.delivery_id)}/replay`, force ? { force } : {});
}
