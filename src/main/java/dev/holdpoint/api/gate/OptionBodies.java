package dev.holdpoint.api.gate;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;

/** The choices that an agent offers with its request. */
public interface OptionBodies {
  @About("A choice that an agent offers with its request.")
  record ApprovalOption(
      @Length(max = Limits.ID) String optionId, String name, ApprovalOptionKind kind) {}

  @About("Whether an option allows or rejects, and for how long.")
  enum ApprovalOptionKind {
    ALLOW_ONCE,
    ALLOW_ALWAYS,
    REJECT_ONCE,
    REJECT_ALWAYS
  }
}
