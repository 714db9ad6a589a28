package dev.holdpoint.api.gate;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import dev.holdpoint.api.status.AppliedEnding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a policy makes of the votes on a gate, and what can be done about it. */
public interface StandingBodies {
  @About("What the policy makes of the votes now.")
  record StandingView(
      @Words({"undecided", "allowed", "denied"}) String state,
      @About("The policy that holds, if not the tenant's alone.") @OmitIfUnset
          @Nullable PolicyMark policy,
      @About("The last stage that is open, from 1.") int stage,
      int stages,
      @About("The last word of each person, the oldest first.") List<VoteView> votes,
      @About("What is missing: a list of alternatives, those of all open stages together.")
          List<List<MissingView>> missing,
      @About("What comes by itself.") @OmitIfUnset @Nullable NextView next,
      @About("What the deadline does in the end.") AppliedEnding onExpiry,
      @About("All of this in one line, the same on every surface.") String summary) {
    public StandingView {
      votes = Copies.of(votes);
      missing = missing.stream().map(List::copyOf).toList();
    }
  }

  @About("A policy at one of its versions.")
  record PolicyMark(
      String policyId,
      String name,
      int version,
      @Words({"low", "normal", "high"}) @OmitIfUnset @Nullable String risk,
      @About("For the person who decides: why this is so.") @OmitIfUnset @Nullable String note) {}

  @About("One person's yes or no.")
  record VoteView(
      String by,
      long atMs,
      @Words({"allow", "deny"}) String vote,
      @OmitIfUnset @Nullable String reason) {}

  @About("Yeses that are missing.")
  record MissingView(
      int count,
      @About("The people in words.") String of,
      @About("Those of them who may say yes now and have not voted, at most 20.")
          List<String> people,
      @About("How many more there are.") int more) {
    public MissingView {
      people = Copies.of(people);
    }
  }

  @About("The next moment of a gate.")
  record NextView(
      @Words({"stage", "extend", "expire"}) String what,
      long atMs,
      @About("The people of the next stage, in words.") @OmitIfUnset @Nullable String to,
      @About("True if it comes only because nobody who may act looks.") @OmitIfUnset
          @Nullable Boolean unseen) {}

  @About("An action on this object, and the reason if it is not allowed.")
  record ActionView(
      String action,
      boolean allowed,
      @OmitIfUnset @Nullable String reason,
      @About("How it reaches the agent, if not as it was sent.") @OmitIfUnset
          @Nullable String note) {
    public ActionView(String action, boolean allowed, @Nullable String reason) {
      this(action, allowed, reason, null);
    }
  }
}
