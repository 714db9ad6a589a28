// The words of all views but the inbox in English, where cards have none of them.

import { add } from './i18n.js';
import { access } from './en/pages-access.js';
import { decisions } from './en/pages-decisions.js';

add(access, decisions);
