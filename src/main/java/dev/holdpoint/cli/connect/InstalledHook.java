package dev.holdpoint.cli.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A hook as it is in a file, whoever has changed it since it was written.
 *
 * @param command the command of a handler, or the text of a plugin
 * @param url where it asks
 * @param base the same without the path of the hook
 * @param variable names the variable of its token
 * @param handler as it is in the settings; null for a plugin
 */
record InstalledHook(
    AgentProgram.Moment moment,
    String command,
    String url,
    String base,
    String variable,
    @Nullable JsonNode handler) {
  private static final Pattern VARIABLE =
      Pattern.compile("(?:Bearer \\$\\{?|\"\\$|process\\.env\\.)([A-Za-z_][A-Za-z0-9_]*)");

  /** Those of a file's text that ask about tools. */
  static List<InstalledHook> in(@Nullable String text, Asking asking) {
    AgentProgram program = asking.program();
    List<InstalledHook> found = new ArrayList<>();
    for (AgentProgram.Moment moment : program.moments) {
      if (program.shape == Shape.PLUGIN) {
        add(found, program, moment, text == null ? "" : text, asking.tokenVariable(), null);
        continue;
      }
      try {
        for (JsonNode handler : HookPart.asking(program, moment, SettingsText.of(text).tree())) {
          add(found, program, moment, HookPart.lead(handler), asking.tokenVariable(), handler);
        }
      } catch (SettingsJson.NotSettings _) {
        return List.of();
      }
    }
    return found;
  }

  private static void add(
      List<InstalledHook> found,
      AgentProgram program,
      AgentProgram.Moment moment,
      String command,
      String usual,
      @Nullable JsonNode handler) {
    Matcher url =
        Pattern.compile(
                "(https?://[^\\s\"'`]+?)/hooks/"
                    + program.hook
                    + "/"
                    + moment.event().word()
                    + "[^\\s\"'`]*")
            .matcher(command);
    if (url.find()) {
      Matcher variable =
          VARIABLE.matcher(
              handler != null && program.isHttp()
                  ? handler.at("/headers/Authorization").asString("")
                  : command);
      found.add(
          new InstalledHook(
              moment,
              command,
              url.group(),
              url.group(1),
              variable.find() ? variable.group(1) : usual,
              handler));
    }
  }

  /** The same command, asking somewhere else. */
  String commandAt(String otherBase) {
    return command.replace(base + "/hooks/", otherBase + "/hooks/");
  }
}
