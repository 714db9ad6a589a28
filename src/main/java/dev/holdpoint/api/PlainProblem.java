package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Why the daemon said no, as clients of the ambient surface expect it.")
public record PlainProblem(
    @About("Always false.") boolean ok,
    @About("What is wrong and what to do about it.") String error,
    String code,
    @About("True when the prompt is not there any more: the card can go.") @OmitIfUnset
        @Nullable Boolean stale,
    String requestId,
    @OmitIfUnset @Nullable List<Fault> errors) {
  public PlainProblem {
    errors = Copies.orNull(errors);
  }
}
