package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("A group of tasks.")
public record ProjectView(String projectId, String title, List<String> members, long createdAtMs) {
  public ProjectView {
    members = Copies.of(members);
  }
}
