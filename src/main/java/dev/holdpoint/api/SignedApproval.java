package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("An approval as a host application sees it. Times are RFC 3339, in UTC.")
public record SignedApproval(
    @About("Always approval.") String object,
    String id,
    String tenantId,
    String conversationId,
    @About("The assistant's message that is parked on it.") String messageId,
    Status status,
    String reason,
    List<RequestedItem> requestedItems,
    @About("Null where it may be decided at any time.") @Nullable String expiresAt,
    @About("approver_key:apk_… once it is resolved.") @Nullable String resolvedBy,
    @Nullable String resolvedAt,
    String createdAt,
    String updatedAt,
    @About("Who has approved so far, where more than one must.") @OmitIfUnset
        @Nullable List<Vote> approvals,
    @About("What was sent along with the decision.") @OmitIfUnset @Nullable String note) {
  public SignedApproval {
    requestedItems = Copies.of(requestedItems);
    approvals = Copies.orNull(approvals);
  }

  @About("Where an approval stands; one that was withdrawn is expired here.")
  public enum Status {
    PENDING,
    APPROVED,
    DENIED,
    EXPIRED
  }

  @About("One approver's yes.")
  public record Vote(String resolvedBy, String at) {}
}
