package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.schema.FormSchemas;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Whether a run's last words are what it was asked to answer with. */
final class AnswerFormat {
  private static final String OPENING = "Your answer does not fit the JSON Schema";
  private static final int TOLD = 5;

  /** Submissions with such a schema are refused; one from before that is nothing to go by. */
  private static final String UNUSABLE =
      "the schema is too large, refers to itself or cannot be parsed; submit "
          + "the run with another schema";

  private final FormSchemas schemas = new FormSchemas();

  /** What is wrong with the answer, in words, or null; also when any text will do. */
  @Nullable String fault(Run run, List<Step> steps) {
    JsonNode format = JsonTree.of(run.head().settings().generation()).path("response_format");
    if (!format.path("type").asString("").equals("structured_json")) {
      return null;
    }
    Json schema = JsonTree.write(format.path("schema"));
    if (!schemas.isUsable(schema)) {
      return UNUSABLE;
    }
    String answer = lastWords(steps);
    Json value;
    try {
      value = JsonTree.write(JsonTree.read(answer));
    } catch (NotJson e) {
      return "it is not JSON: " + e.getMessage();
    }
    List<Fault> faults = schemas.faults(schema, value);
    return faults.isEmpty()
        ? null
        : faults.stream()
            .limit(TOLD)
            .map(
                fault ->
                    (fault.pointer().isEmpty() ? "it" : fault.pointer()) + " " + fault.message())
            .collect(Collectors.joining("; "));
  }

  private static String lastWords(List<Step> steps) {
    return !steps.isEmpty() && steps.getLast() instanceof Step.Turn turn ? turn.text().strip() : "";
  }

  static Step.Input nudge(String fault) {
    return new Step.Input(
        OPENING + ": " + fault + ". Answer again, with the JSON only and nothing around it.");
  }

  /**
   * The daemon speaks up once at most, and not where no answer would do; what the run began with is
   * not the daemon's.
   */
  static boolean isLost(String fault, List<Step> steps) {
    return fault.equals(UNUSABLE)
        || steps.stream()
            .skip(1)
            .anyMatch(step -> step instanceof Step.Input input && input.text().startsWith(OPENING));
  }

  static String failure(String fault) {
    return "the model's answer does not match the requested JSON Schema: " + fault;
  }
}
