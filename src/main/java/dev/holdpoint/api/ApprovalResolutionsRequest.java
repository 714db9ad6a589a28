package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Decisions for one run; either all of them take effect, or none.")
public record ApprovalResolutionsRequest(
    @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
        @Nullable String idempotencyKey,
    @Size(max = Limits.RESOLUTIONS) @RefusedAs("approval_invalid_resolution")
        List<ApprovalResolution> resolutions) {
  public ApprovalResolutionsRequest {
    resolutions = Copies.of(resolutions);
  }
}
