// Rules in words, made of their members: [{text} or {code}], for a line, a heading or a message.

const EFFECTS = { allow: 'Allows', ask: 'Asks before', deny: 'Denies' };

/** What a rule does to which calls. */
export function effect(rule) {
  return [{ text: `${EFFECTS[rule.behavior] ?? rule.behavior} ` }, ...calls(rule)];
}

function calls({ behavior, tool, command, target }) {
  if (target) return [...tools(tool), { text: ' for ' }, { code: target.startsWith('=') ? target.slice(1) : target }];
  if (!command) return [{ text: 'every call of ' }, ...tools(tool)];
  const exact = command.startsWith('=') || !command.endsWith(' *');
  const text = exact ? command.replace(/^=/, '') : command.slice(0, -2);
  if (behavior !== 'allow') return [{ text: 'commands that contain ' }, { code: exact ? text : `${text} …` }];
  return exact ? [{ code: text }] : [{ text: 'commands that begin with ' }, { code: text }];
}

function tools(tool) {
  if (tool === '*') return [{ text: 'every tool' }];
  return tool.endsWith('*') ? [{ text: 'tools that begin with ' }, { code: tool.slice(0, -1) }] : [{ code: tool }];
}

/** The same as plain text. */
export const plainly = (pieces) => pieces.map(({ text, code }) => text ?? code).join('');

export function uses({ uses: count, max_uses: most }) {
  if (most) return `${count.toLocaleString()} of ${most.toLocaleString()} uses`;
  return count === 1 ? '1 use' : `${count.toLocaleString()} uses`;
}
