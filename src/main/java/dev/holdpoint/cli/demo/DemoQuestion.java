package dev.holdpoint.cli.demo;

import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolution;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.client.QuestionClient;
import java.util.List;

/** The question of the demo and what a line means as its answer. */
record DemoQuestion(UserQuestionRequestView request) {
  StructuredQuestion first() {
    return request.questions().getFirst();
  }

  String choices() {
    int options = first().options().size();
    return (options == 0 ? "" : "1 to " + options + ", or ")
        + "your own answer   [x] decline   [q]uit";
  }

  /** A number is an option, {@code x} declines, and all else is an answer in words. */
  QuestionResolution resolution(String line) {
    if (line.equalsIgnoreCase("x")) {
      return QuestionClient.decline(request.id(), null);
    }
    List<Option> options = first().options();
    for (int i = 0; i < options.size(); i++) {
      if (line.equals(Integer.toString(i + 1))) {
        List<String> chosen = List.of(options.get(i).id());
        return QuestionClient.answer(request.id(), new QuestionAnswer(first().id(), chosen, null));
      }
    }
    return QuestionClient.answer(request.id(), new QuestionAnswer(first().id(), List.of(), line));
  }
}
