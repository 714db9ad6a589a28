package dev.holdpoint.api.gate;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.page.PageBodies.MorePages;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and responses about what people do with a gate without deciding it. */
public interface TriageBodies {
  @About("An action on an approval or a question that does not decide it.")
  record TriageRequest(
      @Required TriageAction action,
      @About("With claim, assign and extend: for how long, in milliseconds.")
          @OmitIfUnset
          @Range(min = 1, max = Limits.DURATION_MS)
          @Nullable Long forMs,
      @About("With claim: whether it replaces the claim of another person.") @OmitIfUnset
          @Nullable Boolean takeOver,
      @About("With assign: the person, who must be able to decide now.")
          @OmitIfUnset
          @Length(min = 1, max = Limits.NAME)
          @Nullable String to,
      @About("With snooze: until when; not later than the deadline.")
          @OmitIfUnset
          @Range(min = 1, max = Limits.TIME_MS)
          @Nullable Long untilMs,
      @About("With comment: what people read, and no agent.")
          @OmitIfUnset
          @Length(min = 1, max = Limits.COMMENT)
          @Matches(value = Limits.SAYS_SOMETHING, message = "must say something")
          @Nullable String text,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
          @RefusedAs("invalid_idempotency_key")
          @OmitIfUnset
          @Nullable String idempotencyKey) {
    /** An action that says all by itself. */
    public static TriageRequest of(TriageAction action) {
      return new TriageRequest(action, null, null, null, null, null, null);
    }
  }

  @About(
      "seen says that the caller has looked; claim that they take care of it, which keeps nobody "
          + "from deciding; assign claims it for another person; snooze hides it from the caller's "
          + "own list; watch reports the outcome to the caller.")
  enum TriageAction {
    SEEN,
    CLAIM,
    RELEASE,
    ASSIGN,
    SNOOZE,
    WAKE,
    COMMENT,
    WATCH,
    UNWATCH,
    EXTEND
  }

  @About("What people did about an approval or a question, with the log.")
  record TriageView(
      String requestId,
      List<TriageLook> seen,
      @OmitIfUnset @Nullable TriageClaim claim,
      List<TriageSnooze> snoozes,
      List<String> watchers,
      @About("How often notifications said that nobody has looked.") int reminded,
      @About("The number of comments.") int comments,
      @About("What happened, the newest first.") List<TriageLogEntry> log,
      @About("The position of log.") MorePages pagination) {
    public TriageView {
      seen = Copies.of(seen);
      snoozes = Copies.of(snoozes);
      watchers = Copies.of(watchers);
      log = Copies.of(log);
    }
  }

  @About("What people did about an approval or a question. Agents do not see it.")
  record GateTriage(
      List<TriageLook> seen,
      @OmitIfUnset @Nullable TriageClaim claim,
      List<TriageSnooze> snoozes,
      List<String> watchers,
      int reminded,
      int comments) {
    public GateTriage {
      seen = Copies.of(seen);
      snoozes = Copies.of(snoozes);
      watchers = Copies.of(watchers);
    }
  }

  @About("When a person has looked first and last.")
  record TriageLook(String by, long firstAtMs, long lastAtMs) {}

  @About("Who takes care of it, and until when.")
  record TriageClaim(
      String by,
      long atMs,
      long untilMs,
      @About("Who assigned it to them.") @OmitIfUnset @Nullable String assignedBy) {}

  @About("Until when a person does not want to see it.")
  record TriageSnooze(String by, long untilMs) {}

  @About("One entry of the log.")
  record TriageLogEntry(
      String entryId,
      long atMs,
      String by,
      GateChangeWord change,
      @About("The comment.") @OmitIfUnset @Nullable String text,
      @OmitIfUnset @Nullable String to,
      @OmitIfUnset @Nullable Long untilMs,
      @OmitIfUnset @Nullable Integer stage,
      @About("With late_answer: the decision that came too late.") @OmitIfUnset
          @Nullable JsonNode decision) {}

  @About("What happened to an approval or a question that did not settle it.")
  enum GateChangeWord {
    VOTED,
    OBJECTED,
    HELD,
    UNDONE,
    STAGE_OPENED,
    DEADLINE_MOVED,
    POLICY_CHANGED,
    SEEN,
    CLAIMED,
    RELEASED,
    CLAIM_ENDED,
    ASSIGNED,
    SNOOZED,
    WOKEN,
    COMMENTED,
    WATCHED,
    UNWATCHED,
    LATE_ANSWER
  }

  @About("Whether it is an approval or a question.")
  enum GateKindWord {
    APPROVAL,
    QUESTION
  }
}
