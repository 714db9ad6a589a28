package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The reason for a refusal, in the format of the ambient surface.")
public record PlainProblem(
    @About("Always false.") boolean ok,
    @About("What is wrong and what to do about it.") String error,
    String code,
    @About("True if the prompt no longer exists: the card can be removed.") @OmitIfUnset
        @Nullable Boolean stale,
    String requestId,
    @OmitIfUnset @Nullable List<Fault> errors) {
  public PlainProblem {
    errors = Copies.orNull(errors);
  }
}
