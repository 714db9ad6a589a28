package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Why the daemon said no to a host application; the type is the address of a page about it.")
public record SignedProblem(
    String type,
    String title,
    int status,
    String detail,
    @OmitIfUnset @Nullable String instance,
    @OmitIfUnset @Nullable String requestId,
    String domain,
    String code,
    @About("What is already there, to be fetched and used instead.") @OmitIfUnset
        @Nullable String conflictingResourceId,
    @OmitIfUnset @Nullable SignedResolution resolution,
    @OmitIfUnset @Nullable List<Fault> errors) {
  public SignedProblem {
    errors = Copies.orNull(errors);
  }
}
