// The words of the page in English: one part for each folder of modules, keys by folder, file and what it is.
// Values stand in braces. Where a count decides, there are two texts: {one, other}. Here are those that the list needs;
// en-cards.js and en-views.js come with the files of the page that need theirs.

import { app } from './en/app.js';
import { daemon } from './en/daemon.js';
import { format } from './en/format.js';
import { inbox } from './en/inbox.js';
import { net } from './en/net.js';
import { parts } from './en/parts.js';
import { state } from './en/state.js';
import { triage } from './en/triage.js';
import { views } from './en/views.js';

export const en = { ...app, ...daemon, ...format, ...inbox, ...net, ...parts, ...state, ...triage, ...views };
