// Rules in words, made of their members: [{text} or {code}], for a line, a heading or a message.

import { t } from '../i18n/i18n.js';

const EFFECTS = {
  allow: (calls) => t('pages.rule_words.allows', { calls }),
  ask: (calls) => t('pages.rule_words.asks', { calls }),
  deny: (calls) => t('pages.rule_words.denies', { calls }),
};

/** What a rule does to which calls. */
export function effect(rule) {
  const all = EFFECTS[rule.behavior]?.(calls(rule)) ?? [`${rule.behavior} `, calls(rule)];
  return [all].flat(Infinity).filter((piece) => piece !== '').map((piece) => (typeof piece === 'string' ? { text: piece } : piece));
}

function calls({ behavior, tool, command, target }) {
  if (target) return t('pages.rule_words.for_target', { tools: tools(tool), target: { code: target.startsWith('=') ? target.slice(1) : target } });
  if (!command) return t('pages.rule_words.every_call', { tools: tools(tool) });
  const exact = command.startsWith('=') || !command.endsWith(' *');
  const text = exact ? command.replace(/^=/, '') : command.slice(0, -2);
  if (behavior !== 'allow') return t('pages.rule_words.contain', { command: { code: exact ? text : `${text} …` } });
  return exact ? { code: text } : t('pages.rule_words.begin', { command: { code: text } });
}

function tools(tool) {
  if (tool === '*') return t('pages.rule_words.every_tool');
  return tool.endsWith('*') ? t('pages.rule_words.tools', { tool: { code: tool.slice(0, -1) } }) : { code: tool };
}

/** The same as plain text. */
export const plainly = (pieces) => pieces.map(({ text, code }) => text ?? code).join('');

export function uses({ uses: count, max_uses: most }) {
  return most ? t('pages.rule_words.uses_of', { used: count, count: most }) : t('pages.rule_words.uses', { count });
}
