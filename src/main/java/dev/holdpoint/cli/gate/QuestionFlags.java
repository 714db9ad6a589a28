package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.QuestionBodies.QuestionDraft;
import dev.holdpoint.cli.StandardInput;
import dev.holdpoint.client.http.ClientJson;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;

/** What is to be asked: {@code @Mixin QuestionFlags what}. */
final class QuestionFlags {
  private static final String ONLY = "q";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--option",
      paramLabel = "ID=LABEL",
      description = "option to choose from; may be repeated")
  private List<String> options = List.of();

  @Option(names = "--multi", description = "allow several options")
  private boolean multi;

  @Option(names = "--header", paramLabel = "TEXT", description = "short topic of the question")
  private @Nullable String header;

  @Option(
      names = "--questions-json",
      paramLabel = "JSON",
      description = {
        "several questions at once, instead of QUESTION:",
        "[{\"id\":\"db\",\"question\":\"Which?\",\"options\":[{\"id\":\"pg\",\"label\":\"PostgreSQL\"}]}]"
      })
  private @Nullable String json;

  @Option(
      names = "--questions-file",
      paramLabel = "FILE",
      description = "file with the questions; - is standard input")
  private @Nullable String file;

  List<QuestionDraft> read(@Nullable String question) {
    boolean several = json != null || file != null;
    if (several == (question != null) || (json != null && file != null)) {
      throw usage("no question: give QUESTION, --questions-json or --questions-file");
    }
    if (question != null) {
      List<dev.holdpoint.api.gate.QuestionBodies.Option> choices =
          options.stream().map(this::option).toList();
      return List.of(new QuestionDraft(ONLY, header, question, choices, multi));
    }
    if (!options.isEmpty() || multi || header != null) {
      throw usage("--option, --multi and --header require QUESTION");
    }
    try {
      return ClientJson.parseList(
          json == null ? StandardInput.read(String.valueOf(file)) : json, QuestionDraft.class);
    } catch (IOException e) {
      throw usage("the questions cannot be read: " + e.getMessage());
    } catch (JacksonException e) {
      throw usage("the questions are not a list of questions: " + e.getOriginalMessage());
    }
  }

  private dev.holdpoint.api.gate.QuestionBodies.Option option(String text) {
    int equals = text.indexOf('=');
    if (equals == 0 || text.isEmpty()) {
      throw usage("'" + text + "' is not an option; use ID=LABEL, or one word for both");
    }
    String id = equals < 0 ? text : text.substring(0, equals);
    String label = equals < 0 ? text : text.substring(equals + 1);
    return new dev.holdpoint.api.gate.QuestionBodies.Option(id, label, null, null);
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
