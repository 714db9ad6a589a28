// What stands above a question: its title, as everywhere, and the whole of the question where it is short enough for a
// heading. Its form does not say that again.

import { t } from '../i18n/i18n.js';

/** More than the title of a list has room for, and still a heading. */
const MOST = 300;

/**
 * {text, more: how many there are, isWhole: the form need not say the first question, isSpoken: it is for those alone who
 * listen}
 */
export function headingOf({ title, effect, questions }) {
  if (effect) return { text: t('question.question.happened') };
  const more = questions.length > 1 ? t('question.question.count', { count: questions.length }) : '';
  const asked = questions[0]?.question ?? title;
  const isWhole = asked.length <= MOST && !asked.trim().includes('\n');
  return isWhole ? { text: asked, more, isWhole } : { text: title, more, isSpoken: !more };
}
