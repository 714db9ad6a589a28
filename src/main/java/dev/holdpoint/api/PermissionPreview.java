package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.rule.About;
import java.util.List;

@About("What a rule would have spoken for, newest first.")
public record PermissionPreview(
    @About("How many calls were looked at.") int examined,
    @About("Whether it stopped early: there are older calls, and fewer than asked for were seen.")
        boolean truncated,
    List<PermissionMatch> matched,
    // The usual way to name a member takes AP for one word.
    @JsonProperty("denied_by_a_person") @About("How many of them a person denied.")
        int deniedByAPerson,
    @JsonProperty("allowed_by_a_person") @About("How many of them a person allowed.")
        int allowedByAPerson) {
  public PermissionPreview {
    matched = Copies.of(matched);
  }
}
