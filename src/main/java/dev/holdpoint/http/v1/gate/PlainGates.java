package dev.holdpoint.http.v1.gate;

import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.AcceptedType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Gates for scripts without a JSON parser. The first line is a word of ours; what others wrote is
 * below it, a line for each question, and adds no line.
 */
final class PlainGates {
  static final String TYPE = "text/plain";

  private PlainGates() {}

  /** Whether the caller would rather have plain text than JSON. */
  static boolean isWanted(Call call) {
    return AcceptedType.isWanted(call, TYPE);
  }

  static Reply reply(String text) {
    return Reply.text(200, TYPE + "; charset=utf-8", text).with("Cache-Control", "no-store");
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
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> line.append("\\\\");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        // Some programs take these for the end of a line.
        case '\u000b', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029' ->
            line.append("\\u%04x".formatted((int) c));
        default -> line.append(c);
      }
    }
    return line.toString();
  }
}
