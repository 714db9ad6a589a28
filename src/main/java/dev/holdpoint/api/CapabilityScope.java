package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Size;
import java.util.List;

@About("What a session can see or call. An empty allow list allows everything; deny wins.")
public record CapabilityScope(
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME) List<String> skillAllow,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME) List<String> skillDeny,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
        List<String> mcpServerAllow,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
        List<String> mcpServerDeny,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME) List<String> mcpToolAllow,
    @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
        List<String> mcpToolDeny) {
  public CapabilityScope {
    skillAllow = Copies.of(skillAllow);
    skillDeny = Copies.of(skillDeny);
    mcpServerAllow = Copies.of(mcpServerAllow);
    mcpServerDeny = Copies.of(mcpServerDeny);
    mcpToolAllow = Copies.of(mcpToolAllow);
    mcpToolDeny = Copies.of(mcpToolDeny);
  }
}
