package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The reason for a refusal, and what to do about it.")
public record ProblemBody(
    String type,
    String title,
    int status,
    String detail,
    @OmitIfUnset @Nullable String instance,
    String code,
    String domain,
    String requestId,
    @OmitIfUnset @Nullable List<Fault> errors,
    @OmitIfUnset @Nullable Settlement resolution,
    @About("The existing resource that causes the conflict.") @OmitIfUnset
        @Nullable String conflictingResourceId) {
  public ProblemBody {
    errors = Copies.orNull(errors);
  }
}
