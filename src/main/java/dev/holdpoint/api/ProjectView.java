package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("Tasks with one purpose.")
public record ProjectView(String projectId, String title, List<String> members, long createdAtMs) {
  public ProjectView {
    members = Copies.of(members);
  }
}
