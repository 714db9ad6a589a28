package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A new service key.")
public record CreateServiceKeyRequest(
    @Required
        @Length(min = 1, max = Limits.NAME)
        @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
        String name,
    @Size(min = 1, max = Limits.SERVICE_KEY_SCOPES)
        @Length(min = 1, max = Limits.ID)
        @About(
            "The scopes of the key. All when unset, which is deprecated: send those "
                + "that it needs.")
        @Words({
          "approvals:read",
          "approvals:resolve",
          "conversations:read",
          "conversations:write",
          "secrets:read",
          "secrets:write"
        })
        @Nullable List<String> scopes) {
  public CreateServiceKeyRequest {
    scopes = Copies.orNull(scopes);
  }
}
