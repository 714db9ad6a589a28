// A rule as the daemon takes it, from the fields of a form.

/** What is empty is left out, as it means something to be there. */
export function rule({ behavior, tool, command, target, scope, scope_id, lasts_ms, max_uses }, nowMs) {
  return {
    behavior,
    tool: tool.trim(),
    ...(command?.trim() ? { command: command.trim() } : {}),
    ...(target?.trim() ? { target: target.trim() } : {}),
    scope: scope === 'user' ? { kind: scope } : { kind: scope, id: (scope_id ?? '').trim() },
    ...(lasts_ms ? { expires_at_ms: nowMs + Number(lasts_ms) } : {}),
    ...(max_uses ? { max_uses: Number(max_uses) } : {}),
  };
}
