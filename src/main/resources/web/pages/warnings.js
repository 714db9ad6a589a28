// What the status warns of, in words by its code, and the list that it is about.

import { html } from 'lit';
import { ofDaemon, t } from '../i18n/i18n.js';
import { said } from '../parts/text.js';

/** {words?(status), href, label}: without words it says what the daemon says, in the language of the page where that is known. */
export const WARNINGS = {
  deliveries_dead_lettered: {
    words: ({ delivery }) => t('pages.warnings.deliveries', { count: delivery.unresolved_dead_lettered }),
    href: '/ui/deliveries?status=dead_lettered',
    label: t('pages.warnings.failed_deliveries'),
  },
  agent_rule_wide: { words: () => t('pages.warnings.rule_wide'), href: '/ui/rules?behavior=allow&covers=tool', label: t('pages.warnings.rules_wide') },
  tokens_expiring: { words: () => t('pages.warnings.expiring'), href: '/ui/people?tab=tokens&show=expiring', label: t('pages.warnings.expiring_tokens') },
  agent_tokens_unbound: { words: () => t('pages.warnings.unbound'), href: '/ui/people?tab=tokens&show=agents', label: t('pages.warnings.agents_tokens') },
  weak_admin_token: { words: () => t('pages.warnings.weak') },
  policy_without_people: { words: () => t('pages.warnings.without_people'), href: '/ui/policies?show=warnings', label: t('pages.warnings.policies') },
  effects_uncertain: { words: () => t('pages.warnings.uncertain'), href: '/ui?kind=question&tab=all', label: t('inbox.chips.question') },
  route_not_ready: {},
  mcp_server_unreachable: {},
  audit_key_missing: { href: '/ui/audit?tab=keys', label: t('pages.audit.keys') },
  ledger_cut: { href: '/ui/audit?tab=keys', label: t('pages.audit.checkpoints') },
  witness_late: { href: '/ui/audit?tab=keys', label: t('pages.audit.checkpoints') },
};

export function warningTemplate({ code, message }, status) {
  const { words, href, label } = WARNINGS[code] ?? {};
  return html`<span class="pg-warning" data-code=${code}>${words ? words(status) : said(ofDaemon(message))}</span>${href ? html` <a href=${href}>${label}</a>` : ''}`;
}
