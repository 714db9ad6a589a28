package dev.holdpoint.http.signed;

import dev.holdpoint.api.gate.ApprovalBodies.RequestedItem;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.signed.SignedBodies.ConversationMessage;
import dev.holdpoint.api.signed.SignedBodies.ConversationMessage.Speaker;
import dev.holdpoint.api.signed.SignedBodies.ConversationMessage.Status;
import dev.holdpoint.api.signed.SignedBodies.ConversationView;
import dev.holdpoint.api.signed.SignedBodies.SignedApproval;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.Objection;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.standing.Standings;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a host sees. */
final class Views {
  /** Stands between two things that a run has said. */
  static final String BETWEEN = "\n";

  private static final String REQUEST = "request_approval";
  private static final int LONGEST_DESCRIPTION = 4_000;

  private final WireJson json;
  private final Standings standings;

  Views(WireJson json, Standings standings) {
    this.json = json;
    this.standings = standings;
  }

  static String time(long ms) {
    return Instant.ofEpochMilli(ms).toString();
  }

  private static @Nullable String timeOrNull(@Nullable Long ms) {
    return ms == null ? null : time(ms);
  }

  static ConversationView conversation(Session session) {
    Session.Conversation made = session.conversation();
    Session.Ended ended = session.ended();
    return new ConversationView(
        "conversation",
        session.conversationId(),
        session.tenantId(),
        made == null ? null : made.externalId(),
        time(session.createdAtMs()),
        ended == null ? null : time(ended.atMs()));
  }

  SignedApproval approval(Run run, Approval approval, String conversationId) {
    ApprovalState state = approval.state();
    ApprovalState.@Nullable Settled decided =
        state instanceof ApprovalState.Settled settled ? settled : null;
    return new SignedApproval(
        "approval",
        approval.id(),
        run.head().tenantId(),
        conversationId,
        SignedIds.message(run),
        status(state),
        approval.reason(),
        items(run, approval),
        timeOrNull(approval.expiresAtMs()),
        decided == null ? null : decided.by(),
        decided == null ? null : time(decided.atMs()),
        time(approval.createdAtMs()),
        time(updatedAtMs(approval)),
        votes(state),
        note(approval),
        decided == null ? null : GateOutcome.valueOf(decided.outcome().name()),
        decided == null || decided.applied() == null
            ? null
            : AppliedEnding.valueOf(decided.applied().name()),
        standings.summary(run, approval),
        objections(approval),
        approval.revision(),
        approval.digest(),
        run.call(approval.callId()).tool(),
        json.tree(run.call(approval.callId()).input().text()),
        standings.of(run, approval).policy().assertionVersion(),
        standings.of(run, approval).stepUp() ? "passkey" : null);
  }

  private static @Nullable List<SignedApproval.Vote> objections(Approval approval) {
    Ruling ruling = approval.ruling();
    List<Objection> noes =
        approval.state() instanceof ApprovalState.Pending pending
            ? pending.objections()
            : ruling == null ? List.of() : ruling.objections();
    return noes.isEmpty()
        ? null
        : noes.stream().map(no -> new SignedApproval.Vote(no.by(), time(no.atMs()))).toList();
  }

  static SignedApproval.Status status(ApprovalState state) {
    return switch (state) {
      case ApprovalState.Pending _ -> SignedApproval.Status.PENDING;
      case ApprovalState.Allowed _ -> SignedApproval.Status.APPROVED;
      case ApprovalState.Denied _ -> SignedApproval.Status.DENIED;
      case ApprovalState.Withdrawn _ -> SignedApproval.Status.WITHDRAWN;
      case ApprovalState.Expired _ -> SignedApproval.Status.EXPIRED;
    };
  }

  private static long updatedAtMs(Approval approval) {
    return switch (approval.state()) {
      case ApprovalState.Settled settled -> settled.atMs();
      case ApprovalState.Pending pending ->
          LongStream.concat(
                  pending.endorsements().stream().mapToLong(Endorsement::atMs),
                  pending.objections().stream().mapToLong(Objection::atMs))
              .max()
              .orElse(approval.createdAtMs());
    };
  }

  private static @Nullable List<SignedApproval.Vote> votes(ApprovalState state) {
    List<Endorsement> endorsements =
        switch (state) {
          case ApprovalState.Pending pending -> pending.endorsements();
          case ApprovalState.Allowed allowed -> allowed.endorsements();
          case ApprovalState.Settled _ -> List.of();
        };
    return endorsements.isEmpty()
        ? null
        : endorsements.stream()
            .map(yes -> new SignedApproval.Vote(yes.by(), time(yes.atMs())))
            .toList();
  }

  private @Nullable String note(Approval approval) {
    JsonNode note = approval.sent() == null ? null : json.tree(approval.sent().text()).path("note");
    return note != null && note.isString() ? note.stringValue() : null;
  }

  private List<RequestedItem> items(Run run, Approval approval) {
    if (approval.requestedItems() != null) {
      List<RequestedItem> asked =
          List.of(json.stored(approval.requestedItems().text(), RequestedItem[].class));
      if (!asked.isEmpty()) {
        return asked;
      }
    }
    return List.of(
        new RequestedItem(
            RequestedItem.Kind.ACTION,
            cut(description(run.call(approval.callId()), approval)),
            null));
  }

  /** What would be done, so that a person can read it. */
  private String description(ToolCall call, Approval approval) {
    if (call.tool().equals(REQUEST)) {
      return approval.reason();
    }
    JsonNode input = json.tree(call.input().text());
    JsonNode command = input.path("command");
    return call.tool().equals("bash") && command.isString()
        ? command.stringValue()
        : call.tool() + " " + json.text(input);
  }

  private static String cut(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST_DESCRIPTION
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST_DESCRIPTION)) + "…";
  }

  /** What the run said, or has said so far. */
  ConversationMessage answer(Run run, String conversationId) {
    Status status = status(run);
    return new ConversationMessage(
        "message",
        SignedIds.message(run),
        conversationId,
        Speaker.ASSISTANT,
        status,
        said(run),
        status == Status.FAILED ? error(run) : null,
        time(run.head().submittedAtMs()));
  }

  /** What the run answers. */
  ConversationMessage question(Queries queries, Run run, String conversationId) {
    return new ConversationMessage(
        "message",
        SignedIds.userMessage(run),
        conversationId,
        Speaker.USER,
        Status.COMPLETED,
        sent(queries, run),
        null,
        time(run.head().submittedAtMs()));
  }

  /** Where its history is gone, the beginning of it is all that is left. */
  private static String sent(Queries queries, Run run) {
    List<Long> rows = Trails.after(queries, run, 0);
    if (rows.isEmpty()) {
      return run.head().textPreview();
    }
    long first = rows.getFirst();
    return queries.steps(List.of(first)).getOrDefault(first, List.of()).stream()
        .filter(Step.Input.class::isInstance)
        .map(step -> ((Step.Input) step).words())
        .findFirst()
        .orElse(run.head().textPreview());
  }

  private static String said(Run run) {
    return run.outputs().stream()
        .map(Output::content)
        .filter(content -> !content.isEmpty())
        .collect(Collectors.joining(BETWEEN));
  }

  static Status status(Run run) {
    return switch (run.state()) {
      case RunState.Queued _, RunState.Deferred _ -> Status.QUEUED;
      case RunState.Running _ -> Status.RUNNING;
      case RunState.Waiting _ -> Status.PARKED;
      case RunState.Completed _ -> Status.COMPLETED;
      case RunState.Failed _, RunState.Interrupted _, RunState.Cancelled _ -> Status.FAILED;
    };
  }

  private static String error(Run run) {
    String error = run.error();
    return error == null ? "cancelled" : error;
  }

  /** Why a message has failed, as a problem. */
  static Refusal failure(Run run) {
    String error = error(run);
    return switch (error) {
      case "approval_denied" ->
          Problem.APPROVAL_DENIED.because(
              "An approver denied a request of this message. Send another message if "
                  + "there is an alternative.");
      case "approval_expired" ->
          Problem.APPROVAL_EXPIRED.because(
              "The deadline passed without a decision. Send the message again to ask again.");
      default -> Problem.RUN_FAILED.because("The message ended without an answer: " + cut(error));
    };
  }
}
