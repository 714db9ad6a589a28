package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.tool.input.ApprovalInput;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.world.MovedWorld;
import dev.holdpoint.core.world.WorldChange;
import dev.holdpoint.engine.asking.Decisions;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.OutputParts;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the model sees of decisions and answers, and what the run says to the outside. */
public final class GateResults {
  private static final Json NONE = new Json("[]");

  static final Json TOO_MUCH_OUTPUT = error("This run has reached the maximum length of output.");

  private GateResults() {}

  public static Json of(Approval approval) {
    return switch (approval.state()) {
      case ApprovalState.Allowed _ -> new Json("{\"approved\":true}");
      case ApprovalState.Denied denied -> denied(approval, denied);
      case ApprovalState.Expired expired ->
          expired.applied() == Applied.ALLOW
              ? new Json("{\"approved\":true}")
              : denied(Decisions.NOBODY_DECIDED);
      case ApprovalState.Withdrawn _ -> denied("the request was withdrawn");
      case ApprovalState.Pending _ ->
          throw new IllegalStateException("still pending: " + approval.id());
    };
  }

  public static Json of(Question question) {
    return switch (question.state()) {
      case QuestionState.Answered answered -> answered(answered.answers());
      case QuestionState.Declined declined -> declined(declined.justification());
      case QuestionState.Cancelled cancelled -> declined(cancelled.justification());
      case QuestionState.Expired expired ->
          expired.applied() == Applied.DEFAULT
              ? answered(expired.answers())
              : declined(expired.justification());
      case QuestionState.Withdrawn withdrawn -> declined(withdrawn.justification());
      case QuestionState.Pending _ ->
          throw new IllegalStateException("still pending: " + question.id());
    };
  }

  /** What a person said of a call that left no result. */
  static Json of(UncertainEffect.Word word) {
    ObjectNode result =
        JsonTree.object()
            .put("uncertain", true)
            .put("resolved", word.resolved().wire())
            .put("by", word.by());
    if (word.note() != null) {
      result.put("note", word.note());
    }
    if (word.resolved() == UncertainEffect.Resolved.UNKNOWN) {
      result.put("message", "It is unknown whether this call took effect. It is not repeated.");
    }
    return JsonTree.write(result);
  }

  private static Json denied(Approval approval, ApprovalState.Denied denied) {
    return switch (denied.kind()) {
      case null -> denied(denied.reason());
      case CHANGES_REQUESTED ->
          JsonTree.write(
              JsonTree.object()
                  .put("denied", true)
                  .put("changes_requested", true)
                  .put("instructions", denied.reason())
                  .put("request_id", approval.id()));
      case ASKED_BACK ->
          JsonTree.write(
              JsonTree.object()
                  .put("denied", true)
                  .put("asked_back", true)
                  .put("question", denied.reason())
                  .put("request_id", approval.id()));
      case RESPONDED ->
          JsonTree.write(JsonTree.object().put("responded", true).put("response", denied.reason()));
    };
  }

  public static Json denied(String reason) {
    return JsonTree.write(JsonTree.object().put("denied", true).put("reason", reason));
  }

  static Json keepsChanging(MovedWorld moved) {
    return error(
        "Nothing was run: %s keeps changing between the approval and the call, and nobody is asked "
                .formatted(
                    String.join(
                        ", ", moved.next().changes().stream().map(WorldChange::subject).toList()))
            + "about this call again. Find out what changes it before you call again.");
  }

  public static Json error(String message) {
    return JsonTree.write(JsonTree.object().put("error", message));
  }

  private static Json declined(@Nullable String justification) {
    ObjectNode result = JsonTree.object().put("declined", true);
    if (justification != null) {
      result.put("justification", justification);
    }
    return JsonTree.write(result);
  }

  private static Json answered(List<Answer> answers) {
    ObjectNode result = JsonTree.object().put("declined", false);
    ArrayNode list = result.putArray("answers");
    for (Answer answer : answers) {
      ObjectNode one = list.addObject().put("question_id", answer.questionId());
      ArrayNode selected = one.putArray("selected_option_ids");
      answer.selectedOptionIds().forEach(selected::add);
      if (answer.freeformAnswer() != null) {
        one.put("freeform_answer", answer.freeformAnswer());
      }
    }
    return JsonTree.write(result);
  }

  static @Nullable Json items(List<ApprovalInput.Item> items) {
    if (items.isEmpty()) {
      return null;
    }
    ObjectNode holder = JsonTree.object();
    ArrayNode list = holder.putArray("items");
    for (ApprovalInput.Item item : items) {
      ObjectNode one =
          list.addObject()
              .put("kind", item.kind().name().toLowerCase(Locale.ROOT))
              .put("description", item.description());
      if (item.alias() != null) {
        one.put("alias", item.alias());
      }
    }
    return JsonTree.write(list);
  }

  /** What the model has said since it last got a result. */
  static String saidSince(List<Step> steps) {
    StringBuilder said = new StringBuilder();
    for (int i = steps.size() - 1; i >= 0 && !(steps.get(i) instanceof Step.Result); i--) {
      if (steps.get(i) instanceof Step.Turn(String text, _) && !text.isBlank()) {
        said.insert(0, text.strip() + (said.isEmpty() ? "" : "\n"));
      }
    }
    return said.toString();
  }

  public static Output said(Run run, String text) {
    return new Output(
        Output.Source.ASSISTANT_TEXT,
        run.head().replyPlugin(),
        run.head().replyAddress(),
        text,
        OutputParts.text(text),
        NONE);
  }
}
