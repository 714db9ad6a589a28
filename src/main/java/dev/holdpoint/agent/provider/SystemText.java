package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.engine.json.JsonTree;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a model is told before the conversation: who it is, and what the daemon knows. */
final class SystemText {
  /** Shares of the model's room: what is remembered must not crowd out what is asked. */
  private static final int INSTRUCTIONS = 2;

  private static final int REMEMBERED = 8;
  private static final int SKILLS = 16;

  private SystemText() {}

  /**
   * @param context the model's whole room, in tokens
   */
  static String of(ModelRequest request, @Nullable JsonNode schema, long context) {
    ModelRequest.Context known = request.context().get();
    StringBuilder text = new StringBuilder();
    part(text, Cut.to(request.system().get().strip(), context / INSTRUCTIONS));
    part(
        text,
        listed(
            "# Skills\nLoad a skill with load_skill before you do the work that it describes.",
            JsonTree.of(known.skills()),
            context / SKILLS,
            skill -> said(skill, "name") + ": " + said(skill, "description")));
    part(
        text,
        listed(
            "# What was learned before",
            JsonTree.of(known.learnedContext()).path("entries"),
            context / REMEMBERED,
            learning -> "(" + said(learning, "kind") + ") " + said(learning, "content")));
    part(
        text,
        listed(
            "# Earlier work that may matter",
            JsonTree.of(known.recoveredMemory()).path("entries"),
            context / REMEMBERED,
            SystemText::recovered));
    if (schema != null) {
      part(
          text,
          "# Your last answer\nWhen you are done, answer only with JSON that "
              + "matches this JSON Schema, without a code fence around it:\n"
              + Cut.to(JsonTree.write(schema).text(), context / REMEMBERED));
    }
    return text.toString();
  }

  private static void part(StringBuilder text, String more) {
    if (!more.isBlank()) {
      text.append(text.isEmpty() ? "" : "\n\n").append(more);
    }
  }

  /** In the order in which they come, which is by how much they matter. */
  private static String listed(
      String title, JsonNode entries, long budget, Function<JsonNode, String> words) {
    StringBuilder text = new StringBuilder();
    long left = budget - TokenEstimate.of(title);
    for (JsonNode entry : entries) {
      String line = "\n- " + words.apply(entry).strip();
      left -= TokenEstimate.of(line);
      if (left < 0) {
        break;
      }
      text.append(line);
    }
    return text.isEmpty() ? "" : title + text;
  }

  private static String recovered(JsonNode entry) {
    String summary = said(entry, "summary");
    return "%s (%s): %s"
        .formatted(
            said(entry, "request_preview"),
            said(entry, "status"),
            summary.isBlank() ? said(entry, "outcome_preview") : summary);
  }

  private static String said(JsonNode entry, String name) {
    return entry.path(name).asString("");
  }
}
