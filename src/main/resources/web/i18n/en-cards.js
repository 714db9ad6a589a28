// The words of cards in English, and those of other views that they share.

import { add } from './i18n.js';
import { approval } from './en/approval.js';
import { pages } from './en/pages.js';
import { question } from './en/question.js';

add(approval, pages, question);
