package dev.holdpoint.http.v1;

import dev.holdpoint.core.approval.Approval;
import dev.holdpoint.core.approval.ApprovalState;
import dev.holdpoint.core.question.Answer;
import dev.holdpoint.core.question.Question;
import dev.holdpoint.core.question.QuestionState;
import dev.holdpoint.core.question.StructuredQuestion;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Reply;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.QuotedQualityCSV;

/**
 * Gates for scripts without a JSON parser. The first line is a word of ours; what others wrote is
 * below it, a line for each question, and adds no line.
 */
final class PlainGates {
  static final String TYPE = "text/plain";

  private PlainGates() {}

  /** Whether the caller names plain text before JSON; whoever takes anything gets JSON. */
  static boolean isWanted(Call call) {
    String accept = call.header("Accept");
    if (accept == null) {
      return false;
    }
    QuotedQualityCSV types = new QuotedQualityCSV();
    types.addValue(accept);
    return types.getValues().stream()
        .map(type -> type.split(";", 2)[0].strip())
        .filter(type -> type.equalsIgnoreCase(TYPE) || type.equalsIgnoreCase(Reply.JSON))
        .findFirst()
        .filter(TYPE::equalsIgnoreCase)
        .isPresent();
  }

  static Reply reply(String text) {
    return Reply.text(200, TYPE + "; charset=utf-8", text);
  }

  static String of(Approval approval) {
    return switch (approval.state()) {
      case ApprovalState.Pending _ -> "pending\n";
      // The caller must not do what it asked for, but what the person has made of it.
      case ApprovalState.Allowed allowed ->
          allowed.updatedInput() == null ? "allowed\n" : "edited\n";
      case ApprovalState.Denied _ -> "denied\n";
      case ApprovalState.Expired _ -> "expired\n";
      case ApprovalState.Withdrawn _ -> "withdrawn\n";
    };
  }

  static String of(Question question) {
    return switch (question.state()) {
      case QuestionState.Pending _ -> "pending\n";
      case QuestionState.Answered answered ->
          question.questions().stream()
              .map(asked -> line(asked, answered.answers()) + "\n")
              .collect(Collectors.joining("", "answered\n", ""));
      case QuestionState.Declined _ -> "declined\n";
      case QuestionState.Cancelled _ -> "cancelled\n";
      case QuestionState.Expired _ -> "expired\n";
      case QuestionState.Withdrawn _ -> "withdrawn\n";
    };
  }

  /** Empty for an optional question that was left open. */
  private static String line(StructuredQuestion asked, List<Answer> answers) {
    return answers.stream()
        .filter(answer -> answer.questionId().equals(asked.id()))
        .findFirst()
        .map(PlainGates::said)
        .orElse("");
  }

  private static String said(Answer answer) {
    return answer.selectedOptionIds().isEmpty()
        ? escaped(Optional.ofNullable(answer.freeformAnswer()).orElse(""))
        : answer.selectedOptionIds().stream()
            .map(PlainGates::escaped)
            .collect(Collectors.joining(","));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }
}
