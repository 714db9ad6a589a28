package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("An approval for a host application. Times are RFC 3339, in UTC.")
public record SignedApproval(
    @About("Always approval.") String object,
    String id,
    String tenantId,
    String conversationId,
    @About("The assistant's message that is parked on it.") String messageId,
    Status status,
    String reason,
    List<RequestedItem> requestedItems,
    @About("Null if it never expires.") @Nullable String expiresAt,
    @About("approver_key:apk_… once it is resolved.") @Nullable String resolvedBy,
    @Nullable String resolvedAt,
    String createdAt,
    String updatedAt,
    @About("The approvals so far, if more than one is required.") @OmitIfUnset
        @Nullable List<Vote> approvals,
    @About("The note that was sent with the decision.") @OmitIfUnset @Nullable String note) {
  public SignedApproval {
    requestedItems = Copies.of(requestedItems);
    approvals = Copies.orNull(approvals);
  }

  @About("The state of an approval; a withdrawn one is expired here.")
  public enum Status {
    PENDING,
    APPROVED,
    DENIED,
    EXPIRED
  }

  @About("The approval of one approver.")
  public record Vote(String resolvedBy, String at) {}
}
