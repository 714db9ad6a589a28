package dev.holdpoint.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a conversation asks a scripted model for: each line {@code CALL tool {json}} of its last
 * prompt is the call of one turn, and after the last result the model repeats it. A prompt that
 * names "the shell command: …" is such a script too.
 *
 * <p>A dialect tells it the conversation from its beginning.
 */
final class ProviderScript {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String CALL = "CALL ";

  /** The tool by which a program runs commands, whatever it calls it. */
  static final String SHELL = "SHELL";

  /** As the daemon and its commands ask a model that follows no script. */
  private static final Pattern COMMAND =
      Pattern.compile("the shell command: (\\S.*?)\"?$", Pattern.MULTILINE);

  private final List<Turn> calls = new ArrayList<>();
  private final List<String> results = new ArrayList<>();
  private @Nullable String said;

  /** Results of scripts before this one, so that no two calls of a talk have the same id. */
  private int before;

  /** One turn: a call, or the words at the end. */
  record Turn(@Nullable String tool, JsonNode input, String text, int number) {
    static Turn words(String text, int number) {
      return new Turn(null, JSON.createObjectNode(), text, number);
    }

    boolean calls() {
      return tool != null;
    }

    String id() {
      return "call_" + number;
    }
  }

  /** Words of the person: those that hold a script begin anew. */
  void prompt(String words) {
    String text = unquoted(words);
    List<Turn> found = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      int at = line.indexOf(CALL);
      if (at == 0) {
        String rest = line.substring(CALL.length()).strip();
        int space = rest.indexOf(' ');
        if (space > 0 && rest.endsWith("}")) {
          found.add(
              new Turn(
                  rest.substring(0, space),
                  JSON.readTree(rest.substring(space + 1)),
                  "",
                  before + results.size() + found.size() + 1));
        }
      }
    }
    Matcher command = COMMAND.matcher(text);
    if (found.isEmpty() && command.find()) {
      found.add(
          new Turn(
              SHELL,
              JSON.createObjectNode().put("command", command.group(1)),
              "",
              before + results.size() + 1));
    }
    if (!found.isEmpty()) {
      before += results.size();
      calls.clear();
      results.clear();
      calls.addAll(found);
    } else if (!calls.isEmpty() && results.size() >= calls.size()) {
      // Words that a program adds by itself while a script runs are none of the person's.
      said = text;
    }
  }

  /** OpenCode puts what it takes as one argument into quotes, and a backslash before others. */
  private static String unquoted(String text) {
    String stripped = text.strip();
    return stripped.startsWith("\"CALL ") && stripped.endsWith("\"")
        ? stripped.substring(1, stripped.length() - 1).replace("\\\"", "\"")
        : text;
  }

  void result(String text) {
    results.add(text);
  }

  Turn next() {
    if (results.size() < calls.size()) {
      return calls.get(results.size());
    }
    String last = results.isEmpty() ? "nothing" : results.getLast();
    String text = said == null ? "RESULT: " + last : "RESULT: " + last + "\nHEARD: " + said;
    return Turn.words(text, before + calls.size() + 1);
  }
}
