package dev.holdpoint.core.description;

import org.jspecify.annotations.Nullable;

/**
 * The sentences that the daemon puts together where an asker gave no reason of its own.
 *
 * @param folder that is named in it; null where none is
 * @param said what the asker said behind it; null where it said nothing
 */
public record StockReason(@Nullable String folder, @Nullable String said) {
  private static final String WANTS = " wants to ";
  private static final String COMMAND = "run a command";
  private static final String FOLDER = " in ";
  private static final int LONGEST_NAME = 160;

  /** Null where the reason is the asker's own. */
  public static @Nullable StockReason of(String reason, String tool) {
    int wants = reason.indexOf(WANTS);
    if (wants <= 0 || wants > LONGEST_NAME) {
      return null;
    }
    int at = wants + WANTS.length();
    String name = "use " + ownName(tool);
    String what = reason.startsWith(COMMAND, at) ? COMMAND : "use " + tool;
    what = reason.startsWith(what, at) ? what : name;
    int behind = at + what.length();
    if (!reason.startsWith(what, at)
        || behind >= reason.length()
        || ".:, ".indexOf(reason.charAt(behind)) < 0
        || (what.equals(COMMAND) && !isCommand(reason, behind))) {
      return null;
    }
    int colon = reason.indexOf(": ", behind);
    int end = colon < 0 ? reason.length() - (reason.endsWith(".") ? 1 : 0) : colon;
    return new StockReason(
        folder(reason.substring(behind, Math.max(behind, end))),
        colon < 0 ? null : reason.substring(colon + 2).strip());
  }

  private static boolean isCommand(String reason, int behind) {
    return reason.startsWith("The agent")
        && (reason.substring(behind).equals(".") || reason.startsWith(" in the folder ", behind));
  }

  private static @Nullable String folder(String rest) {
    if (!rest.startsWith(FOLDER)) {
      return null;
    }
    int mode = rest.lastIndexOf(", mode ");
    String folder = rest.substring(FOLDER.length(), mode < 0 ? rest.length() : mode);
    return folder.startsWith("the folder ") ? folder.substring("the folder ".length()) : folder;
  }

  /** Of a tool of a program that asks by its hook: {@code Bash} of {@code hook:codex/Bash}. */
  static String ownName(String tool) {
    boolean hook = tool.startsWith("hook:") && tool.indexOf('/') > 0;
    return hook ? tool.substring(tool.indexOf('/') + 1) : tool;
  }
}
