package dev.holdpoint.cli;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events in words. */
public final class ResolutionText {
  private ResolutionText() {}

  /** What the agent says; where it repeats what it was told, that is put into words too. */
  public static String said(String text) {
    JsonNode told = told(text);
    if (told.has("exit_code")) {
      String output = told.path("stdout").asString("") + told.path("stderr").asString("");
      return "gets: exit code "
          + told.path("exit_code").asString("?")
          + (output.isBlank() ? "" : ", " + Visible.lines(output.strip()));
    }
    if (told.path("denied").asBoolean(false)) {
      String reason = told.path("reason").asString("");
      return "gets: denied" + (reason.isEmpty() ? "" : ", because: " + Visible.line(reason));
    }
    if (told.path("declined").asBoolean(false)) {
      return "gets: no answer, the question was declined";
    }
    return told.has("answers") ? "gets: " + answers(told) : Visible.lines(text);
  }

  public static String decided(JsonNode resolution, String by) {
    JsonNode instead = resolution.path("updated_input").path("command");
    return Visible.line(by)
        + (resolution.path("behavior").asString("").equals("allow") ? " allowed " : " denied ")
        + resolution.path("request_id").asString("")
        + (instead.isString() ? ", with another command: " + Visible.line(instead.asString()) : "");
  }

  public static String answered(JsonNode resolution, String by) {
    return Visible.line(by)
        + (resolution.path("declined").asBoolean(false)
            ? " declined to answer"
            : " answered " + answers(resolution));
  }

  private static String answers(JsonNode from) {
    List<String> words = new ArrayList<>();
    for (JsonNode answer : from.path("answers")) {
      answer.path("selected_option_ids").forEach(id -> words.add(id.asString()));
      String own = answer.path("freeform_answer").asString("");
      if (!own.isEmpty()) {
        words.add("\"" + own + "\"");
      }
    }
    return Visible.line(String.join(", ", words));
  }

  private static JsonNode told(String text) {
    JsonMapper json = JsonMapper.shared();
    try {
      return text.startsWith("{") ? json.readTree(text) : json.missingNode();
    } catch (JacksonException _) {
      return json.missingNode();
    }
  }
}
