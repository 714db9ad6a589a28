// What was refused, as people read it: the daemon's words, but for those that tell programs where to call.

import { has, language, ofDaemon, t } from '../i18n/i18n.js';

/** An endpoint, however it is written. */
const ENDPOINT = /\b(?:GET|POST|PUT|PATCH|DELETE)\s+(?:to\s+)?(?:[/…]|\/)|\/(?:v1|api|hooks|integration|conversations)\b|\/problems\b/;
/**
 * By code: in English where the daemon's words are for programs alone, in other languages always. What its words tell
 * of a value is worth more than a sentence without it, so refusals of what was typed have none here.
 */
const words = (code) => (code && has(`net.problem.${code}`) ? t(`net.problem.${code}`) : '');
/** Of these, other languages know no more than that it is so; in English the daemon says it better. */
const told = (code) => (code && language !== 'en' && has(`net.told.${code}`) ? t(`net.told.${code}`) : '');

/** @param body of a problem, or anything else that was answered */
export function problemWords({ code, detail, error, title }, status) {
  const said = detail || error || '';
  if (language !== 'en' && (words(code) || told(code))) return words(code) || told(code);
  if (said && !ENDPOINT.test(said)) return ofDaemon(said);
  if (words(code)) return words(code);
  // What says more than where to call stays.
  const rest = said.split(/(?<=[.;:])\s+/).filter((sentence) => !ENDPOINT.test(sentence)).join(' ').replace(/[;:]$/, '.');
  if (rest) return rest;
  if (title && !ENDPOINT.test(title)) return `${title}.`;
  return t('net.problems.status', { status: String(status) });
}

/** What is wrong with one field. */
export const faultWords = ({ message }) => ofDaemon(message);
