package dev.holdpoint.api.session;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyHandle;
import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.page.PageBodies.MorePages;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Words;
import dev.holdpoint.api.run.RunBodies.DaemonOutputRecord;
import dev.holdpoint.api.session.DefaultsBodies.CapabilityScope;
import dev.holdpoint.api.session.DefaultsBodies.CredentialScope;
import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.api.session.DefaultsBodies.RoutePolicy;
import dev.holdpoint.api.status.SessionStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and responses about sessions. */
public interface SessionBodies {
  @About("A session with everything that a client needs to show it.")
  record SessionView(
      String sessionId,
      @About("The first words of its first input, where no caller chose the id.") @OmitIfUnset
          @Nullable String title,
      String agentId,
      @About("The id of the same session on the signed surface.") String conversationId,
      @OmitIfUnset @About("The id of the provider's thread that the session was created with.")
          @Nullable String threadId,
      @About("The id of the token that created the session, or admin.") @OmitIfUnset
          @Nullable String ownerId,
      @About("Further tokens of role agent that have access to it.") @OmitIfUnset
          @Nullable List<String> sharedWith,
      SessionSnapshot snapshot,
      @Nullable RoutePolicy routePolicy,
      @Nullable CapabilityScope capabilityScope,
      @Nullable CapabilityScope effectiveCapabilityScope,
      @Nullable CredentialScope credentialScope,
      @Nullable CredentialScope effectiveCredentialScope,
      @Nullable PersonaView persona,
      List<ReplyHandle> replyTargets,
      @About("The outputs of its newest 50 runs, or of the requested page of runs.")
          List<DaemonOutputRecord> outputs,
      @About(
              "The position of the runs whose outputs are shown; present if pages were "
                  + "requested or needed.")
          @OmitIfUnset
          @Nullable MorePages pagination) {
    public SessionView {
      replyTargets = Copies.of(replyTargets);
      outputs = Copies.of(outputs);
    }
  }

  @About("A session in a list, with the number of its gates.")
  record SessionRow(
      String sessionId,
      @About("The first words of its first input, where no caller chose the id.") @OmitIfUnset
          @Nullable String title,
      String agentId,
      String conversationId,
      SessionStatus status,
      int pendingApprovals,
      int pendingQuestions,
      @Nullable RoutePolicy routePolicy,
      @Nullable CapabilityScope capabilityScope,
      @Nullable CapabilityScope effectiveCapabilityScope,
      @Nullable CredentialScope credentialScope,
      @Nullable CredentialScope effectiveCredentialScope,
      @Nullable PersonaView persona,
      List<ReplyHandle> replyTargets) {
    public SessionRow {
      replyTargets = Copies.of(replyTargets);
    }
  }

  @About("The current state of a session.")
  record SessionSnapshot(
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

  @About("The outputs of a session and the events of its runs.")
  record SessionEventLogView(
      SessionView session,
      @About("As in session; in a page, the outputs of that page.")
          List<DaemonOutputRecord> daemonOutputs,
      List<RunEventEntry> runEvents,
      @About("The position of run_events, oldest first; present if pages were requested.")
          @OmitIfUnset
          @Nullable MorePages pagination) {
    public SessionEventLogView {
      daemonOutputs = Copies.of(daemonOutputs);
      runEvents = Copies.of(runEvents);
    }
  }

  @About("Creates a session, or returns the existing one with this id.")
  record CreateSessionRequest(
      @Length(min = 1, max = Limits.SESSION_ID)
          @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
          @RefusedAs("invalid_session_id")
          @Nullable String sessionId,
      @Length(min = 1, max = Limits.ID)
          @About(
              "The id of the conversation at the session's agent. An agent over ACP "
                  + "receives it in _meta.holdpoint.threadId of session/new; model providers "
                  + "have no threads.")
          @Nullable String threadId,
      @Length(min = 1, max = Limits.ID) @Nullable String personaId,
      @Nullable CapabilityScope capabilityScope,
      @Nullable CredentialScope credentialScope,
      @Length(min = 1, max = Limits.ID) @About("For admins: the tenant of the session.")
          @Nullable String tenantId) {}

  @About("Who has access to a session and its children, in addition to its owner.")
  record ShareSessionRequest(
      @Required
          @Size(max = Limits.MEMBERS)
          @Length(min = 1, max = Limits.ID)
          @About("Ids of tokens; replaces the list of before.")
          List<String> tokenIds) {
    public ShareSessionRequest {
      tokenIds = Copies.of(tokenIds);
    }
  }

  @About("Who has access to a session and its children.")
  record SessionAccessView(
      String sessionId,
      @About("The id of the token that created the session, or admin.") @OmitIfUnset
          @Nullable String ownerId,
      List<String> sharedWith) {
    public SessionAccessView {
      sharedWith = Copies.of(sharedWith);
    }
  }

  @About("Ends a session: it accepts no more work, and can still be read.")
  record EndSessionRequest(@Length(max = Limits.REASON) @Nullable String reason) {}

  @About("Whether a run was interrupted, and the session afterwards.")
  record InterruptResult(boolean interrupted, SessionSnapshot snapshot) {}

  @About("Mail from one agent to another: a message, or the answer to a child's question.")
  record MailView(
      String messageId,
      String fromSessionId,
      @Words({"message", "parent_clarification"}) String subject,
      @About("The content of a message; the resolution of a question.") JsonNode payload,
      MailStatus status,
      @About("Why it was not delivered.")
          @OmitIfUnset
          @Words({"session_ended", "run_ended", "queue_full", "cancelled"})
          @Nullable String reason,
      long createdAtMs) {
    public MailView {
      payload = payload.deepCopy();
    }
  }

  @About("pending: the run that reads it has not started. dead_lettered: it will not be delivered.")
  enum MailStatus {
    PENDING,
    DELIVERED,
    DEAD_LETTERED
  }
}
