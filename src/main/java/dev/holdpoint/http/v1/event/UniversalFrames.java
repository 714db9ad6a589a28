package dev.holdpoint.http.v1.event;

import dev.holdpoint.api.event.EventBodies.UniversalPermission;
import dev.holdpoint.api.event.EventBodies.UniversalQuestion;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.prompt.PlainReplies;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.v1.call.JsonNodes;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What older clients want of a session's stream: that something is asked, and that it no longer is.
 * The ids are those of the native stream, so that a reader may change from one to the other.
 */
final class UniversalFrames implements EventSource.Rendering {
  private final WireJson json;
  private final EventSource.Rendering natively;

  UniversalFrames(WireJson json, EventSource.Rendering natively) {
    this.json = json;
    this.natively = natively;
  }

  @Override
  public void add(JournalRow row, long cursor, List<byte[]> frames) {
    Run run = row.run();
    if (run == null) {
      return;
    }
    for (int i = 0; i < row.events().size(); i++) {
      byte[] frame = row.idOf(i) > cursor ? frame(row.idOf(i), run, row.events().get(i)) : null;
      if (frame != null) {
        frames.add(frame);
      }
    }
  }

  @Override
  public byte[] gap(String resumeAfter, long skipped, StreamFrame.Reason reason) {
    return natively.gap(resumeAfter, skipped, reason);
  }

  private byte @Nullable [] frame(long id, Run run, LedgerEvent event) {
    return switch (event) {
      case LedgerEvent.QuestionRaised raised ->
          frame(id, "question.requested", asked(run, raised.questionId()));
      case LedgerEvent.QuestionSettled settled ->
          frame(id, "question.resolved", settled(run, settled.questionId()));
      case LedgerEvent.ApprovalRaised raised ->
          frame(
              id,
              "permission.requested",
              permission(run, raised.approvalId(), UniversalPermission.Status.REQUESTED));
      case LedgerEvent.ApprovalSettled settled ->
          frame(
              id,
              "permission.resolved",
              permission(
                  run,
                  settled.approvalId(),
                  status(run.approval(settled.approvalId()).orElseThrow())));
      case LedgerEvent _ -> null;
    };
  }

  private byte[] frame(long id, String type, Object data) {
    return Frames.event(Long.toString(id), type, json.write(data));
  }

  private static UniversalQuestion asked(Run run, String id) {
    return question(
        run.question(id).orElseThrow(), UniversalQuestion.Status.REQUESTED, /* response= */ null);
  }

  private static UniversalQuestion settled(Run run, String id) {
    Question question = run.question(id).orElseThrow();
    return switch (question.state()) {
      case QuestionState.Answered answered ->
          question(
              question, UniversalQuestion.Status.ANSWERED, response(question, answered.answers()));
      case QuestionState.Expired expired when expired.applied() == Applied.DEFAULT ->
          question(
              question, UniversalQuestion.Status.ANSWERED, response(question, expired.answers()));
      case QuestionState _ -> question(question, UniversalQuestion.Status.REJECTED, null);
    };
  }

  private static UniversalQuestion question(
      Question question, UniversalQuestion.Status status, @Nullable String response) {
    return new UniversalQuestion(
        question.id(),
        question.questions().stream()
            .map(StructuredQuestion::question)
            .collect(Collectors.joining("\n")),
        question.questions().getFirst().options().stream().map(Option::label).toList(),
        response,
        status,
        outcome(question));
  }

  /** What was said first to the first question: as it was replied, or as its option is shown. */
  private static @Nullable String response(Question question, List<Answer> answers) {
    JsonNode replied =
        question.sent() == null
            ? JsonNodeFactory.instance.missingNode()
            : JsonTree.of(question.sent()).path(PlainReplies.REPLIED);
    if (replied.isArray()) {
      return replied.path(0).path(0).isString() ? replied.get(0).get(0).stringValue() : null;
    }
    StructuredQuestion first = question.questions().getFirst();
    for (Answer answer : answers) {
      if (answer.questionId().equals(first.id())) {
        return first.options().stream()
            .filter(option -> answer.selectedOptionIds().indexOf(option.id()) == 0)
            .map(Option::label)
            .findFirst()
            .orElse(answer.hasWords() ? answer.freeformAnswer() : null);
      }
    }
    return null;
  }

  private static UniversalPermission permission(
      Run run, String id, UniversalPermission.Status status) {
    Approval approval = run.approval(id).orElseThrow();
    ToolCall call = run.call(approval.callId());
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    metadata.put("run_id", run.id()).put("tool_call_id", call.id()).put("tool_name", call.tool());
    metadata.set("input", JsonNodes.of(call.input()));
    metadata.put("reason", approval.reason());
    return new UniversalPermission(id, call.tool(), status, metadata, outcome(approval));
  }

  private static @Nullable GateOutcome outcome(Gate gate) {
    return gate.state() instanceof GateState.Settled settled
        ? GateOutcome.valueOf(settled.outcome().name())
        : null;
  }

  private static UniversalPermission.Status status(Approval approval) {
    if (approval.state() instanceof ApprovalState.Expired expired
        && expired.applied() == Applied.ALLOW) {
      return UniversalPermission.Status.ACCEPT;
    }
    if (!(approval.state() instanceof ApprovalState.Allowed)) {
      return UniversalPermission.Status.REJECT;
    }
    return isForLonger(approval)
        ? UniversalPermission.Status.ACCEPT_FOR_SESSION
        : UniversalPermission.Status.ACCEPT;
  }

  /** Natively by a grant, on a card by the choice, or by an option of the agent's own. */
  private static boolean isForLonger(Approval approval) {
    if (approval.sent() == null) {
      return false;
    }
    JsonNode sent = JsonTree.of(approval.sent());
    String choice = sent.path("choice").asString("");
    Offer offer = approval.offer();
    return sent.hasNonNull("grant")
        || choice.equals("session")
        || choice.equals("always")
        || (offer != null
            && offer
                .choice(sent.path("option_id").asString(""))
                .filter(chosen -> chosen.kind() == Offer.Kind.ALLOW_ALWAYS)
                .isPresent());
  }
}
