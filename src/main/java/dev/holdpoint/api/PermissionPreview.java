package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.rule.About;
import java.util.List;

@About("The calls that a rule would have matched, newest first.")
public record PermissionPreview(
    @About("Number of calls that were tested.") int examined,
    @About(
            "Whether the test stopped early: there are older calls, and fewer than "
                + "requested were tested.")
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
