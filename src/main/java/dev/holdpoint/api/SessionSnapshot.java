package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The current state of a session.")
public record SessionSnapshot(
    SessionStatus status,
    @OmitIfUnset @Nullable String activeRunId,
    @About("Number of runs queued behind the active one.") int queuedRuns,
    List<ApprovalRequestView> pendingApprovals,
    List<UserQuestionRequestView> pendingQuestions,
    @Nullable String lastAssistantMessage,
    @Nullable String lastError,
    @OmitIfUnset @Nullable String parentSessionId,
    @About("The sessions that this one started.") List<String> children,
    int transcriptLen,
    @About("Why the session was ended.") @OmitIfUnset @Nullable String endReason) {
  public SessionSnapshot {
    pendingApprovals = Copies.of(pendingApprovals);
    pendingQuestions = Copies.of(pendingQuestions);
    children = Copies.of(children);
  }
}
