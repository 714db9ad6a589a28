package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Creates a project.")
public record CreateProjectRequest(
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @RefusedAs("invalid_project_id")
        @Nullable String projectId,
    @Required @Length(min = 1, max = Limits.NAME) String title,
    @Size(max = Limits.MEMBERS)
        @Length(min = 1, max = Limits.SESSION_ID)
        @About("Ids of the sessions that take its tasks; none means any.")
        List<String> members,
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey) {
  public CreateProjectRequest {
    members = Copies.of(members);
  }
}
