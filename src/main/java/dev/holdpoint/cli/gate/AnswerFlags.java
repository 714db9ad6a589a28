package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.cli.StandardInput;
import dev.holdpoint.client.http.ClientJson;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;

/** How a question is answered: {@code @Mixin AnswerFlags how}. */
final class AnswerFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--interactive", description = "ask line by line; the default on a terminal")
  private boolean interactive;

  @Option(
      names = "--answers-json",
      paramLabel = "JSON",
      description = {
        "list with an answer to every question:",
        "[{\"question_id\":\"q\",\"selected_option_ids\":[\"a\"],\"freeform_answer\":\"…\"}]"
      })
  private @Nullable String answersJson;

  @Option(
      names = "--answers-file",
      paramLabel = "FILE",
      description = "file with the answers; - is standard input")
  private @Nullable String answersFile;

  @Option(
      names = "--option",
      paramLabel = "ID",
      description = "choose this option, if there is one question; may be repeated")
  private List<String> options = List.of();

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "answer with this text, if there is one question")
  private @Nullable String text;

  @Option(names = "--declined", description = "decline to answer; the agent receives this")
  private boolean declined;

  /** What was typed. */
  sealed interface How {}

  record Interactively() implements How {}

  record Decline() implements How {}

  record With(List<QuestionAnswer> answers) implements How {
    With {
      answers = List.copyOf(answers);
    }
  }

  /** For a request of one question, whose id is not known yet. */
  record Shortly(List<String> options, @Nullable String text) implements How {
    Shortly {
      options = List.copyOf(options);
    }
  }

  How how() {
    boolean shortly = !options.isEmpty() || text != null;
    long ways =
        Stream.of(interactive, answersJson != null, answersFile != null, shortly, declined)
            .filter(way -> way)
            .count();
    if (ways > 1) {
      throw usage(
          "only one of --interactive, --answers-json, --answers-file, --declined, "
              + "or --option and --text can be used");
    }
    if (declined) {
      return new Decline();
    }
    if (shortly) {
      return new Shortly(options, text);
    }
    if (answersJson != null || answersFile != null) {
      return new With(read());
    }
    if (interactive || StandardInput.isTyped()) {
      return new Interactively();
    }
    throw usage(
        "no answer: give --interactive, --option ID, --text TEXT, --answers-json "
            + "JSON, --answers-file FILE or --declined");
  }

  private List<QuestionAnswer> read() {
    try {
      String json =
          answersJson == null ? StandardInput.read(String.valueOf(answersFile)) : answersJson;
      return ClientJson.parseList(json, QuestionAnswer.class);
    } catch (IOException e) {
      throw usage("the answers cannot be read: " + e.getMessage());
    } catch (JacksonException e) {
      throw usage("the answers are not a list of answers: " + e.getOriginalMessage());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
