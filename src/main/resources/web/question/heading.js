// What stands above a question, so that nothing is said twice: the question itself where it is short enough for a
// heading, the number of them where there are several.

import { t } from '../i18n/i18n.js';

/** More than the title of a list has room for, and still a heading. */
const MOST = 300;

/** {text, isWhole: the form need not say the question, isSpoken: it is for those alone who listen} */
export function headingOf({ title, effect, questions }) {
  if (effect) return { text: t('question.question.happened') };
  if (questions.length > 1) return { text: t('question.question.count', { count: questions.length }) };
  const asked = questions[0]?.question ?? title;
  const isWhole = asked.length <= MOST && !asked.trim().includes('\n');
  return isWhole ? { text: asked, isWhole } : { text: title, isSpoken: true };
}
