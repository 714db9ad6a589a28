package dev.holdpoint.api.event;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.status.GateOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What event logs and streams hold apart from their frames. */
public interface EventBodies {
  @About("One event of a run, with its position among all events.")
  record RunEventEntry(
      @About("A decimal number as text, ascending across the whole daemon.") String eventId,
      long timestampMs,
      String runId,
      String sessionId,
      String agentId,
      RunEvent event) {}

  @About(
      "An approval in the format of older clients: permission.requested and "
          + "permission.resolved.")
  record UniversalPermission(
      String permissionId,
      String action,
      UniversalPermission.Status status,
      JsonNode metadata,
      @About("How it ended, in the word that all surfaces share.") @OmitIfUnset
          @Nullable GateOutcome outcome) {

    @About("An approval that ends in any other way is rejected.")
    public enum Status {
      REQUESTED,
      ACCEPT,
      ACCEPT_FOR_SESSION,
      REJECT
    }
  }

  @About("A question in the format of older clients: question.requested and question.resolved.")
  record UniversalQuestion(
      String questionId,
      String prompt,
      List<String> options,
      @Nullable String response,
      UniversalQuestion.Status status,
      @About("How it ended, in the word that all surfaces share.") @OmitIfUnset
          @Nullable GateOutcome outcome) {
    public UniversalQuestion {
      options = Copies.of(options);
    }

    @About("A question that ends without an answer is rejected.")
    public enum Status {
      REQUESTED,
      ANSWERED,
      REJECTED
    }
  }
}
