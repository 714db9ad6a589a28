package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A page of approvals, newest first.")
public record SignedApprovalList(
    @About("Always list.") String object,
    List<SignedApproval> data,
    boolean hasMore,
    @About("Send it as starting_after for the next page.") @Nullable String nextCursor) {
  public SignedApprovalList {
    data = Copies.of(data);
  }
}
