// What the keys do in the inbox, by their ids in the table.

/** So much of a card stays in sight when a key scrolls it on. */
const CONTEXT_PX = 48;

/** Arrows and Enter belong to what has the focus, and to the list where nothing has. */
function isFree({ target }) {
  return target === document.body || target.id === 'main' || target.closest?.('hp-prompt-list') !== null;
}

/** The space bar presses what has the focus, and what scrolls by itself within the card keeps these keys. */
function scrollsCard(view, { key, target }) {
  if (!view.chosen || (key === ' ' && target.closest?.('button, a, summary, input, [role=tab]'))) return false;
  for (let box = target; box && box !== view.card.pane && view.card.pane?.contains(box); box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return false;
  }
  return true;
}

/** By a screen of what the card's bar leaves free, less a little that stays in sight. */
function scroll({ pane, isHasty }, screens) {
  if (!pane || isHasty) return;
  const bar = pane.querySelector('.approval-bar, .q-bar')?.offsetHeight ?? 0;
  pane.scrollTop += screens * Math.max(CONTEXT_PX, pane.clientHeight - bar - CONTEXT_PX);
}

export function bindings(view) {
  const onActive = (action) => () => view.active && view.shown.indexOf(view.active) >= 0 && action(view.active);
  return [
    { id: 'next', when: (event) => event.key === 'j' || isFree(event), run: () => view.advance.goOn() || view.list?.step(1) },
    { id: 'previous', when: (event) => event.key === 'k' || isFree(event), run: () => view.list?.step(-1) },
    { id: 'scroll_down', when: (event) => scrollsCard(view, event), run: (event) => scroll(view.card, event.shiftKey ? -1 : 1) },
    { id: 'scroll_up', when: (event) => scrollsCard(view, event), run: () => scroll(view.card, -1) },
    { id: 'open', when: (event) => isFree(event) || view.advance.isDone(event), run: (event) => (view.advance.isDone(event) && view.advance.goOn()) || onActive((key) => view.choose(key, true))() },
    { id: 'back', run: () => view.leave() },
    { id: 'allow', run: (event) => view.decideSelected('allow', event) || view.card.act('allow', event) },
    { id: 'deny', run: (event) => view.decideSelected('deny', event) || view.card.act('deny', event) },
    { id: 'remember', run: (event) => view.card.act('remember', event) },
    { id: 'edit', run: (event) => view.card.act('edit', event) },
    { id: 'undo', run: () => view.undo() },
    { id: 'select', run: onActive((key) => view.toggle(key)) },
    { id: 'select_to', run: onActive((key) => view.extend(key)) },
    { id: 'select_all', run: () => view.selectAll() },
    { id: 'select_none', run: () => view.selectNone() },
    { id: 'search', run: () => view.bar?.focusSearch() },
    { id: 'filter', run: () => view.bar?.unfold() },
    { id: 'sort', run: () => view.bar?.focusSort() },
    { id: 'new_rows', run: () => view.letIn() },
    { id: 'led', run: (event) => view.card.act('led', event) },
    { id: 'option', run: (event) => view.card.act('chooseAt', event, Number(event.key) - 1) },
    { id: 'claim', run: (event) => view.card.triage('hp-triage', 'claim', event) },
    { id: 'snooze', run: (event) => view.card.triage('hp-triage', 'snooze', event) },
    { id: 'comment', run: (event) => view.card.triage('hp-talk', 'write', event) },
    { id: 'changes', run: (event) => view.card.act('reply', event, 'request_changes') },
    { id: 'respond', run: (event) => view.card.act('reply', event, 'respond') },
    { id: 'ask_back', run: (event) => view.card.act('reply', event, 'ask_back') },
    { id: 'difference', run: (event) => view.card.act('difference', event) },
    { id: 'refresh', run: () => view.readAgain() },
  ];
}
