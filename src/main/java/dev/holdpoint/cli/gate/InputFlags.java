package dev.holdpoint.cli.gate;

import dev.holdpoint.cli.StandardInput;
import dev.holdpoint.client.http.ClientJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The input of a call, as JSON: {@code @Mixin InputFlags input}. */
final class InputFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--input-json",
      paramLabel = "JSON",
      description = "input of the call, a JSON object")
  private @Nullable String json;

  @Option(
      names = "--input-file",
      paramLabel = "FILE",
      description = "file with the input; - is standard input")
  private @Nullable String file;

  /** Null when none was given. */
  @Nullable JsonNode read() {
    if (json != null && file != null) {
      throw usage("--input-json and --input-file cannot be combined");
    }
    if (json == null && file == null) {
      return null;
    }
    try {
      String text = json == null ? StandardInput.read(String.valueOf(file)) : json;
      JsonNode input = ClientJson.parseTree(text);
      if (!input.isObject()) {
        throw usage("the input must be a JSON object, such as {\"command\":\"ls\"}");
      }
      return input;
    } catch (IOException e) {
      throw usage("the input cannot be read: " + e.getMessage());
    } catch (JacksonException e) {
      throw usage("the input is not JSON: " + e.getOriginalMessage());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
