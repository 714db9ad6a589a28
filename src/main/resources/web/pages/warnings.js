// What the status warns of, in words by its code, and the list that it is about.

import { html } from 'lit';
import { said } from '../parts/text.js';

const many = (count, one, more) => (count === 1 ? one : `${count.toLocaleString()} ${more}`);

/** {words?(status), href, label}: without words it says what the daemon says. */
export const WARNINGS = {
  deliveries_dead_lettered: {
    words: ({ delivery }) => many(delivery.unresolved_dead_lettered, '1 delivery failed. Review it.', 'deliveries failed. Review them.'),
    href: '/ui/deliveries?status=dead_lettered',
    label: 'Failed deliveries',
  },
  agent_rule_wide: { words: () => "A rule allows every command of an agent's shell. Allow single commands instead, then revoke it.", href: '/ui/rules?behavior=allow&covers=tool', label: 'Rules for whole tools' },
  tokens_expiring: { words: () => 'Tokens expire within 14 days.', href: '/ui/people?tab=tokens&show=expiring', label: 'Expiring tokens' },
  agent_tokens_unbound: { words: () => "Agents' tokens reach every session.", href: '/ui/people?tab=tokens&show=agents', label: "Agents' tokens" },
  weak_admin_token: { words: () => 'The admin token is easy to guess. Replace it.' },
  policy_without_people: { words: () => "A policy names people who can't decide. Add those it needs.", href: '/ui/policies?show=warnings', label: 'Policies with warnings' },
  effects_uncertain: { words: () => 'Calls left no result. Say whether they happened.', href: '/ui?kind=question&tab=all', label: 'Questions' },
  route_not_ready: {},
  mcp_server_unreachable: {},
  audit_key_missing: { href: '/ui/audit?tab=keys', label: 'Keys' },
  ledger_cut: { href: '/ui/audit?tab=keys', label: 'Checkpoints' },
  witness_late: { href: '/ui/audit?tab=keys', label: 'Checkpoints' },
};

export function warningTemplate({ code, message }, status) {
  const { words, href, label } = WARNINGS[code] ?? {};
  return html`<span class="pg-warning" data-code=${code}>${words ? words(status) : said(message)}</span>${href ? html` <a href=${href}>${label}</a>` : ''}`;
}
