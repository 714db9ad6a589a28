package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About(
    "The reason for a refusal, for a host application; the type is the URL "
        + "of a page that explains it.")
public record SignedProblem(
    String type,
    String title,
    int status,
    String detail,
    @OmitIfUnset @Nullable String instance,
    @OmitIfUnset @Nullable String requestId,
    String domain,
    String code,
    @About("The existing resource, which can be used instead.") @OmitIfUnset
        @Nullable String conflictingResourceId,
    @OmitIfUnset @Nullable SignedResolution resolution,
    @OmitIfUnset @Nullable List<Fault> errors) {
  public SignedProblem {
    errors = Copies.orNull(errors);
  }
}
