// Deliveries in a table, with what was tried and why it failed; dead letters can be sent again.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announce } from '../parts/announce.js';
import { said } from '../parts/text.js';
import { api, segment } from '../net/api.js';
import { bytes } from '../format/size.js';
import { me } from '../state/me.js';
import { to } from '../router.js';
import { ago, chip } from './common.js';
import { confirmed } from './confirm.js';

/** @param replayed called when one was sent again; @param places whether to name session and run */
export function deliveryRows(rows, { replayed, places = true }) {
  return html`<table class="pg-table">
    <caption class="only-read">Deliveries</caption>
    <thead><tr><th scope="col">Delivery</th>${places ? html`<th scope="col">From</th>` : ''}<th scope="col">Status</th><th scope="col">Attempts</th><th scope="col">Created</th>
      ${me.decides ? html`<th scope="col"><span class="only-read">Action</span></th>` : ''}</tr></thead>
    <tbody>${repeat(rows, (row) => row.delivery_id, (row) => html`<tr>
      <td class="pg-first"><strong>${said(row.plugin)}</strong> <span class="faint">${bytes(row.content_size_bytes)}</span>
        <p class="pg-brief"><code class="pg-id">${said(row.delivery_id)}</code></p>
        ${row.replayed_from_delivery_id ? html`<p class="pg-brief faint">sent again for <code class="pg-id">${said(row.replayed_from_delivery_id)}</code></p>` : ''}
        ${row.last_error ? html`<p class="pg-brief wrong">${said(row.last_error)}</p>` : ''}</td>
      ${places ? html`<td data-label="From"><span><a href=${to.session(row.session_id)}>${said(row.session_id)}</a>
        ${row.run_id ? html`<br><a class="pg-brief" href=${to.run(row.run_id)}>its run</a>` : ''}</span></td>` : ''}
      <td data-label="Status">${chip(row.status)}</td>
      <td data-label="Attempts"><span>${row.attempts}${next(row)}</span></td>
      <td data-label="Created">${ago(row.created_at_ms)}</td>
      ${me.decides ? html`<td>${row.status === 'dead_lettered' ? html`<button @click=${() => replay(row, replayed)}>Send again</button>` : ''}</td>` : ''}
    </tr>`)}</tbody>
  </table>`;
}

function next(row) {
  if (row.delivered_at_ms) return html`<br><span class="faint">delivered ${ago(row.delivered_at_ms)}</span>`;
  if (row.dead_lettered_at_ms) return html`<br><span class="faint">stopped trying ${ago(row.dead_lettered_at_ms)}</span>`;
  return row.next_attempt_at_ms ? html`<br><span class="faint">next try: <hp-deadline at-ms=${row.next_attempt_at_ms}></hp-deadline></span>` : '';
}

async function replay(row, replayed) {
  const sure = await confirmed({ title: 'Send again?', text: `The receiver of ${row.plugin} may get it a second time.`, action: 'Send it', danger: false });
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
    text: earlier.status === 'delivered' ? 'That replay was delivered. Send it again anyway?' : 'That replay failed too. Send it again?',
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
