// What a request is about, in the language of the page: made from its kind and its facts by the daemon's own sentences.
// In English that is what the daemon says already; where the facts do not suffice, its words stand in any language.

import { has, language, ofDaemon, t } from '../i18n/i18n.js';

const TITLE = 100;
const SHOWN_PROGRAMS = 3;
/** The daemon names no more of them than this. */
const MOST_PROGRAMS = 20;
const BETWEEN = ' · ';

export function titleWords(request) {
  const { title = '' } = request;
  return language === 'en' ? title : (madeTitle(request) ?? said(title, request.kind ?? 'question'));
}

/** The daemon's own sentences, by what they are about. What others chose for a name stands as it is. */
const SENTENCES = {
  items: ['daemon.title.request'],
  question: ['daemon.title.question'],
  command: ['format.words.script_more', 'format.words.script_of', 'format.words.script', 'format.words.run'],
  file_write: ['format.words.write'],
  file_edit: ['format.words.edit_places', 'format.words.edit'],
  http: ['format.words.from', 'format.words.to'],
};

/** Who decided, in words: rules and keys have ids, which say nothing to people. */
export function deciderWords(by = '') {
  if (by.startsWith('rule:')) return t('format.words.by_rule');
  if (by.startsWith('approver_key:')) return t('format.words.by_key');
  return by === 'deadline' ? t('format.words.by_deadline') : by;
}

/** The title of a call that comes without its facts: its kind says which sentences it may be. */
export function callTitle({ kind, title, tool_name: tool }) {
  return title ? said(title, kind) : tool;
}

function said(title, kind) {
  return ofDaemon(title, SENTENCES[kind] ?? [], ({ lines, address, ...more }) => ({
    ...more,
    ...(lines && { lines: linesWords(parseInt(lines, 10)) }),
    ...(address && { address: ofDaemon(address, ['daemon.title.address']) }),
  }));
}

/** undefined where there is none. */
export function summaryWords(request) {
  const { summary } = request;
  return language === 'en' || !summary ? summary : madeSummary(request);
}

/** What a reason says; empty where a line of the inbox has its code alone and there are no words for it. */
export function riskWords({ code, message = '' }) {
  return has(`format.risk.${code}`) ? t(`format.risk.${code}`) : message;
}

/** The title from kind and facts; null where they do not say all of it. */
export function madeTitle({ kind, facts }) {
  return facts ? (TITLES[kind]?.(facts) ?? null) : null;
}

const TITLES = {
  command: ({ command, lines, programs }) => {
    if (lines === undefined) return command === undefined ? null : cut(t('format.words.run', { command }), TITLE);
    if (programs === undefined) return t('format.words.script');
    const all = programs.split(', ');
    if (all.length >= MOST_PROGRAMS || programs.endsWith('…')) return null;
    const shown = all.slice(0, SHOWN_PROGRAMS).join(', ');
    const count = all.length - SHOWN_PROGRAMS;
    return cut(count > 0 ? t('format.words.script_more', { programs: shown, count: String(count) }) : t('format.words.script_of', { programs: shown }), TITLE);
  },
  file_write: ({ path, lines }) => (path === undefined || lines === undefined ? null : around(path, (one) => t('format.words.write', { path: one, lines: linesWords(lines) }))),
  file_edit: ({ path, added, removed, places }) => {
    if (path === undefined || places === undefined) return null;
    const counts = { added: String(added), removed: String(removed) };
    return around(path, (one) => (places === 1 ? t('format.words.edit', { path: one, ...counts }) : t('format.words.edit_places', { path: one, ...counts, places: String(places) })));
  },
  http: ({ method, host, url_path: path }) => {
    if (!method || !host) return null;
    // The end of a host says whose it is: a long one loses its beginning.
    const shown = host.length > 70 ? '…' + host.slice(host.length - 69) : host;
    const reads = method === 'GET' || method === 'HEAD';
    return around(shown + (path === '/' ? '' : path), (address) => (reads ? t('format.words.from', { method, address }) : t('format.words.to', { method, address })));
  },
  mcp: ({ server, tool }) => (server === undefined || tool === undefined ? null : cut(`${server}: ${tool}`, TITLE)),
};

function linesWords(lines) {
  return lines === 1 ? t('format.words.line') : t('format.words.lines', { lines: String(lines) });
}

/** The middle is cut where the whole would be too long. */
function around(middle, words) {
  const room = TITLE - words('').length;
  return words(cut(middle, Math.max(room, 10)));
}

/** As the daemon cuts: half a character is none. */
function cut(text, most) {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text[most - 2]) ? most - 2 : most - 1;
  return text.slice(0, end).trimEnd() + '…';
}

/** The parts of a summary that are words of ours. */
function madeSummary({ kind, facts, summary, questions }) {
  const parts = summary.split(BETWEEN);
  if (kind === 'http') return parts.map((part) => httpPart(part, facts ?? {})).join(BETWEEN);
  const items = kind === 'items' ? /^(\d+) items?: ([^]*)$/.exec(summary) : null;
  if (items) return t('format.words.items', { count: Number(items[1]), items: items[2] });
  const more = kind === undefined || questions ? /^(\d+) more questions?$/.exec(parts.at(-1)) : null;
  return more ? [...parts.slice(0, -1), t('format.words.more_questions', { count: Number(more[1]) })].join(BETWEEN) : summary;
}

function httpPart(part, { bytes, secrets }) {
  const [, count, isJson] = /^(\d+) bytes?( of JSON)?$/.exec(part) ?? [];
  if (count === String(bytes)) return isJson ? t('format.words.json_body', { count: bytes }) : t('format.words.body', { count: bytes });
  return secrets !== undefined && part.replace(/^uses /, '') === secrets ? t('format.words.uses', { secrets }) : part;
}
