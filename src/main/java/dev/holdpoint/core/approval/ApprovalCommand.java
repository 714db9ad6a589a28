package dev.holdpoint.core.approval;

import dev.holdpoint.core.json.Json;
import org.jspecify.annotations.Nullable;

/** What can be asked of an approval. */
public sealed interface ApprovalCommand {
  /**
   * @param expectedDigest what the approver saw; anything else must not be approved
   */
  record Allow(String by, long atMs, @Nullable String expectedDigest, @Nullable Json updatedInput)
      implements ApprovalCommand {}

  record Deny(String by, long atMs, @Nullable String expectedDigest, String reason)
      implements ApprovalCommand {}

  record Expire(long atMs) implements ApprovalCommand {}

  record Withdraw(String by, long atMs) implements ApprovalCommand {}
}
