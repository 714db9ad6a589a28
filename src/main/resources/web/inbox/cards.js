// Cards, and the dialog for many of them: the second file of the page begins here.

import '../i18n/en-cards.js';
import '../approval/approval.js';
import '../question/question.js';
import './bulk-dialog.js';
