// All pages but the inbox.

import '../i18n/en-views.js';
import './transcript.js';
import './history.js';
import './sessions.js';
import './session.js';
import './runs.js';
import './run.js';
import './rules.js';
import './rule-page.js';
import './deliveries.js';
import './audit.js';
import './people.js';
import './policies.js';
import './stats.js';
import './status.js';
import './account.js';
import './settings.js';
