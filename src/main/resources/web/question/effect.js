// A call that was started and left no result: all of it, when and where it began, and three words to say of it.

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { ofDaemon, t } from '../i18n/i18n.js';
import { marked, said } from '../parts/text.js';
import '../parts/more.js';
import { inputTemplate } from '../approval/input.js';
import '../parts/moment.js';
import { actionOf } from './buttons.js';

function startedTemplate({ tool_name: name, started_at_ms: atMs, node, attempt }) {
  const values = { tool: html`<code>${said(name)}</code>`, when: html`<hp-age at-ms=${atMs} ago></hp-age>` };
  if (!node) return attempt > 1 ? t('question.effect.started_attempt', { ...values, attempt }) : t('question.effect.started', values);
  const on = { ...values, node: said(node) };
  return attempt > 1 ? t('question.effect.started_on_attempt', { ...on, attempt }) : t('question.effect.started_on', on);
}

/**
 * @param request its one question has the three words as options
 * @param note what was written beside them
 * @param look {name: unique on the page, busy, problem?, around: what stands above the bar, acts: what its panel has}
 * @param on {say(optionId), write(note), refuse(mode)}
 */
export function effectTemplate(prompt, request, note, look, on) {
  const { effect } = request;
  const [question] = request.questions;
  const { allowed, reason } = actionOf(prompt, 'answer');
  const disabled = allowed && !look.busy ? 'false' : 'true';
  const cancels = actionOf(prompt, 'cancel').allowed && !look.busy ? 'false' : 'true';
  const panel = () => html`<button type="button" class="deny only-narrow" aria-haspopup="dialog" aria-disabled=${cancels} @click=${() => on.refuse('cancel')}>${t('question.buttons.cancel')}</button>
    ${(look.acts?.() ?? []).map(({ label, run }) => html`<button type="button" @click=${run}>${label}</button>`)}`;
  return html`<section class="q-effect" aria-label=${t('question.effect.the_call')}>
      <p>${startedTemplate(effect)}</p>
      ${inputTemplate({ tool_name: effect.tool_name, input: effect.input ?? {} })}
      ${effect.leftover ? html`<p>${t('question.effect.leftover')}</p>` : nothing}
    </section>
    <form class="q-form" novalidate @submit=${(event) => event.preventDefault()}>
      <div class="q-field q-alone">
        <label for="${look.name}-note">${t('question.effect.note')}</label>
        <textarea id="${look.name}-note" dir="auto" rows="1" .value=${live(note)} ?disabled=${!allowed}
          @input=${(event) => on.write(event.target.value)}></textarea>
      </div>
      ${question.options.map((option) =>
        option.description ? html`<p class="faint" id="${look.name}-${option.id}"><bdi>${marked(ofDaemon(option.label))}</bdi>: ${marked(ofDaemon(option.description))}</p>` : nothing)}
      <div class="q-all" role="alert">${look.problem ? html`<p class="wrong"><bdi>${marked(look.problem)}</bdi></p>` : nothing}</div>
    </form>
    ${look.around()}
    <div class="q-bar">
      <div class="approval-buttons">
        ${question.options.map(
          (option) => html`<button type="button" data-word=${option.id} aria-disabled=${disabled}
            aria-describedby=${ifDefined(option.description ? `${look.name}-${option.id}` : undefined)}
            @click=${() => on.say(option.id)}>${marked(ofDaemon(option.label))}</button>`,
        )}
        <button type="button" class="deny only-wide" aria-haspopup="dialog" aria-disabled=${cancels} @click=${() => on.refuse('cancel')}>${t('question.buttons.cancel')}</button>
        <hp-more class=${look.acts ? '' : 'only-narrow'} .content=${panel}></hp-more>
      </div>
      <div class="approval-lines">${reason ? html`<p class="faint">${marked(ofDaemon(reason))}</p>` : nothing}</div>
    </div>`;
}
