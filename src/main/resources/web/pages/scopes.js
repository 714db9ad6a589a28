// Scopes in words: who is allowed what, and never what.

const KINDS = [
  ['capability', 'skill', 'Skills'],
  ['capability', 'mcp_server', 'MCP servers'],
  ['capability', 'mcp_tool', 'MCP tools'],
  ['credential', 'route', 'Model routes'],
  ['credential', 'connector', 'Connectors'],
  ['credential', 'connector_credential', 'Credentials of connectors'],
  ['credential', 'mcp_server', 'Credentials of MCP servers'],
];

/** [{what, only: [], never: []}]; what is not limited is left out. */
export function limits(capability, credential) {
  const scopes = { capability: capability ?? {}, credential: credential ?? {} };
  return KINDS.map(([scope, kind, what]) => ({ what, only: scopes[scope][`${kind}_allow`] ?? [], never: scopes[scope][`${kind}_deny`] ?? [] })).filter(
    ({ only, never }) => only.length > 0 || never.length > 0,
  );
}
