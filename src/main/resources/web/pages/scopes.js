// Scopes in words: who is allowed what, and never what.

import { t } from '../i18n/i18n.js';

const KINDS = [
  ['capability', 'skill', t('pages.scopes.skills')],
  ['capability', 'mcp_server', t('pages.scopes.mcp_servers')],
  ['capability', 'mcp_tool', t('pages.scopes.mcp_tools')],
  ['credential', 'route', t('pages.scopes.routes')],
  ['credential', 'connector', t('pages.scopes.connectors')],
  ['credential', 'connector_credential', t('pages.scopes.connector_credentials')],
  ['credential', 'mcp_server', t('pages.scopes.mcp_credentials')],
];

/** [{what, only: [], never: []}]; what is not limited is left out. */
export function limits(capability, credential) {
  const scopes = { capability: capability ?? {}, credential: credential ?? {} };
  return KINDS.map(([scope, kind, what]) => ({ what, only: scopes[scope][`${kind}_allow`] ?? [], never: scopes[scope][`${kind}_deny`] ?? [] })).filter(
    ({ only, never }) => only.length > 0 || never.length > 0,
  );
}
