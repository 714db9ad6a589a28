// The words of the page in English: one part for each folder of modules, keys by folder, file and what it is.
// Values stand in braces. Where a count decides, there are two texts: {one, other}.

import { app } from './en/app.js';
import { approval } from './en/approval.js';
import { daemon } from './en/daemon.js';
import { format } from './en/format.js';
import { inbox } from './en/inbox.js';
import { net } from './en/net.js';
import { pages } from './en/pages.js';
import { parts } from './en/parts.js';
import { question } from './en/question.js';
import { state } from './en/state.js';
import { triage } from './en/triage.js';
import { views } from './en/views.js';

export const en = { ...app, ...approval, ...daemon, ...format, ...inbox, ...net, ...pages, ...parts, ...question, ...state, ...triage, ...views };
