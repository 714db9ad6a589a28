// What the keys do in the inbox.

/** Arrows and Enter belong to what has the focus, and to the list where nothing has. */
function isFree({ target }) {
  return target === document.body || target.id === 'main' || target.closest?.('hp-prompt-list') !== null;
}

export function bindings(view) {
  const onActive = (action) => () => view.active && view.shown.indexOf(view.active) >= 0 && action(view.active);
  return [
    { keys: ['j', 'ArrowDown'], label: 'Next row', when: (event) => event.key === 'j' || isFree(event), run: () => view.goOn() || view.list?.step(1) },
    { keys: ['k', 'ArrowUp'], label: 'Previous row', when: (event) => event.key === 'k' || isFree(event), run: () => view.list?.step(-1) },
    { key: 'Enter', label: 'Open; go on after a decision', when: (event) => isFree(event) || view.isDone(event), run: (event) => (view.isDone(event) && view.goOn()) || onActive((key) => view.choose(key, true))() },
    { key: 'u', label: 'Back to the list', run: () => view.leave() },
    { key: 'a', label: 'Allow or answer the open request', run: (event) => view.act('allow', event) },
    { key: 'U', label: 'Undo what is held', run: () => view.undo() },
    { key: 'd', label: 'Deny or decline the open request', run: (event) => view.act('deny', event) },
    { key: 'e', label: 'Edit the open request', run: (event) => view.act('edit', event) },
    { key: 'r', label: 'Allow and remember…', run: (event) => view.act('remember', event) },
    { key: 'w', label: 'What led to this', run: (event) => view.act('led', event) },
    { key: 'f', label: 'Request changes to the open request', run: (event) => view.act('reply', event, 'request_changes') },
    { key: 't', label: 'Answer the open request in the tool\'s place', run: (event) => view.act('reply', event, 'respond') },
    { key: 'b', label: 'Ask the agent about the open request', run: (event) => view.act('reply', event, 'ask_back') },
    { key: 'v', label: 'Show what a revision changes', run: (event) => view.act('difference', event) },
    { key: 'c', label: 'Claim or release the open request', run: (event) => view.triage('hp-triage', 'claim', event) },
    { key: 'z', label: 'Snooze the open request', run: (event) => view.triage('hp-triage', 'snooze', event) },
    { key: 'm', label: 'Comment on the open request', run: (event) => view.triage('hp-talk', 'write', event) },
    { key: 'x', label: 'Select the active row', run: onActive((key) => view.toggle(key)) },
    { key: 'X', label: 'Select up to the active row', run: onActive((key) => view.extend(key)) },
    { key: '*', label: 'Select all shown rows', run: () => view.selectAll() },
    { key: 'Escape', label: 'Clear selection', run: () => view.selectNone() },
    { key: '/', label: 'Search', run: () => view.bar?.focusSearch() },
    { key: 'F', label: 'Filters and views', run: () => view.bar?.unfold() },
    { key: 's', label: 'Sort', run: () => view.bar?.focusSort() },
    { key: '.', label: 'Show new rows', run: () => view.letIn() },
    { key: 'R', label: 'Read again', run: () => view.readAgain() },
  ];
}
