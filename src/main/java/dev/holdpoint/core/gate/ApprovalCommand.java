package dev.holdpoint.core.gate;

import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/** What can be asked of an approval. */
public sealed interface ApprovalCommand {
  /**
   * @param expectedDigest what the approver saw; anything else must not be approved
   * @param ruleId the permission rule that comes of it, or that it comes of
   */
  record Allow(
      String by,
      long atMs,
      @Nullable String expectedDigest,
      @Nullable Json updatedInput,
      @Nullable String ruleId)
      implements ApprovalCommand {}

  /**
   * A yes where several are needed.
   *
   * @param required how many different principals it takes
   */
  record Endorse(Endorsement yes, @Nullable String expectedDigest, int required)
      implements ApprovalCommand {}

  record Deny(String by, long atMs, @Nullable String expectedDigest, String reason)
      implements ApprovalCommand {}

  record Expire(long atMs) implements ApprovalCommand {}

  record Withdraw(String by, long atMs) implements ApprovalCommand {}
}
