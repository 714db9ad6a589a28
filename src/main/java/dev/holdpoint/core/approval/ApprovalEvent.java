package dev.holdpoint.core.approval;

import dev.holdpoint.core.json.Json;
import org.jspecify.annotations.Nullable;

/** What happened to an approval. */
public sealed interface ApprovalEvent {
  record Allowed(String by, long atMs, @Nullable Json updatedInput, @Nullable String ruleId)
      implements ApprovalEvent {}

  record Denied(String by, long atMs, String reason) implements ApprovalEvent {}

  record Expired(long atMs) implements ApprovalEvent {}

  record Withdrawn(String by, long atMs) implements ApprovalEvent {}
}
