// What requests can be of, for filters.

import { t } from '../i18n/i18n.js';

export const KINDS = [
  ['', t('pages.kinds.any')], ['command', t('inbox.chips.command')], ['file_write', t('pages.kinds.file_write')], ['file_edit', t('pages.kinds.file_edit')], ['http', t('pages.kinds.http')],
  ['mcp', t('inbox.chips.mcp')], ['items', t('pages.kinds.items')], ['other', t('pages.kinds.other')],
];
export const RISKS = [['', t('pages.kinds.any_risk')], ['high', t('inbox.row.high_risk')], ['normal', t('pages.kinds.normal')]];
