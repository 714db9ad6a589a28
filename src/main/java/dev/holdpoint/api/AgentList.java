package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("The agents: mock, claude, codex, opencode, amp, then the configured ones.")
public record AgentList(List<AgentView> agents) {
  public AgentList {
    agents = Copies.of(agents);
  }
}
