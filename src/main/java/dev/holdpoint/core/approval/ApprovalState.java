package dev.holdpoint.core.approval;

import dev.holdpoint.core.json.Json;
import org.jspecify.annotations.Nullable;

/** Where an approval stands. */
public sealed interface ApprovalState {
  /** Somebody has to decide, before the deadline if there is one. */
  record Pending(@Nullable Long expiresAtMs) implements ApprovalState {
    /** A deadline belongs to the past: at that very millisecond it is too late. */
    public boolean isOpenAt(long nowMs) {
      return expiresAtMs == null || nowMs < expiresAtMs;
    }
  }

  sealed interface Settled extends ApprovalState {
    long atMs();

    /** Who decided; a deadline or the daemon itself is named as such, never as a person. */
    String by();

    String behavior();
  }

  /**
   * @param updatedInput what runs in place of what was asked, where the approver changed it
   * @param ruleId the permission rule that came of it, or that it came of; null when there is none
   */
  record Allowed(String by, long atMs, @Nullable Json updatedInput, @Nullable String ruleId)
      implements Settled {
    @Override
    public String behavior() {
      return "allow";
    }
  }

  record Denied(String by, long atMs, String reason) implements Settled {
    @Override
    public String behavior() {
      return "deny";
    }
  }

  record Expired(long atMs) implements Settled {
    @Override
    public String by() {
      return "deadline";
    }

    @Override
    public String behavior() {
      return "expired";
    }
  }

  /** The run that asked ended before anybody decided. */
  record Withdrawn(String by, long atMs) implements Settled {
    @Override
    public String behavior() {
      return "withdrawn";
    }
  }
}
