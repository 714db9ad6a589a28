package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.run.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What holds of questions that are answered one by one: an answer that was taken stays, the next
 * one is to the next question, and the whole is made of exactly those that were taken.
 */
final class Parts {
  private final Map<String, List<Answer>> taken = new HashMap<>();
  private final Set<String> settled = new HashSet<>();
  private final Set<String> said = new HashSet<>();

  /** A row tells what one work did, so it has one more answer at most. */
  void check(JournalRow row) {
    Run run = row.run();
    if (run != null) {
      run.questions().forEach(this::follow);
    }
  }

  private void follow(Question question) {
    if (question.isPending()) {
      take(question, question.partialAnswers());
    } else if (settled.add(question.id())
        && question.state() instanceof QuestionState.Answered answered
        && isOfParts(question)) {
      take(question, answered.answers());
      hold(
          answered.answers().size() == question.questions().size(),
          "%s is answered, and of its questions only %s",
          question.id(),
          answered.answers());
    }
  }

  private void take(Question question, List<Answer> now) {
    List<Answer> before = taken.getOrDefault(question.id(), List.of());
    List<String> asked = question.questions().stream().map(StructuredQuestion::id).toList();
    hold(
        now.size() <= before.size() + 1
            && now.subList(0, Math.min(before.size(), now.size())).equals(before)
            && now.stream().map(Answer::questionId).toList().equals(asked.subList(0, now.size())),
        "of %s the answers %s were taken, and then there were %s",
        question.id(),
        before,
        now);
    taken.put(question.id(), now);
    now.forEach(answer -> said.add(Objects.requireNonNull(answer.freeformAnswer())));
  }

  /** Whether the answers came one by one: a whole one is kept as it was sent. */
  private static boolean isOfParts(Question question) {
    return question.sent() != null && question.sent().text().startsWith("{\"request_id\"");
  }

  /** The run as the tables have it. */
  void check(Run run) {
    for (Question question : run.pendingQuestions()) {
      List<Answer> before = taken.getOrDefault(question.id(), List.of());
      hold(
          question.partialAnswers().equals(before),
          "of %s the answers %s were taken, and %s are left",
          question.id(),
          before,
          question.partialAnswers());
    }
  }

  boolean isTaken(String text) {
    return said.contains(text);
  }

  /** How many requests of several questions have come to their answer one by one. */
  long completed() {
    List<String> completed = new ArrayList<>(settled);
    completed.removeIf(id -> taken.getOrDefault(id, List.of()).size() < Scripts.SEVERAL);
    return completed.size();
  }
}
