package dev.holdpoint.cli.inbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The person's own editor on a text. */
final class Editor {
  private Editor() {}

  /** The text afterwards. The terminal must be free. */
  static String edit(String text, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("holdpoint-input-", ".json");
    try {
      Files.writeString(file, text);
      String editor = name(environment);
      // By a shell, because people set it to a command with flags.
      Process process =
          new ProcessBuilder("sh", "-c", editor + " \"$1\"", "sh", file.toString())
              .inheritIO()
              .start();
      int exitCode = process.waitFor();
      if (exitCode != 0) {
        throw new IOException("the editor (" + editor + ") exited with code " + exitCode);
      }
      return Files.readString(file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  static String name(Map<String, String> environment) {
    for (String variable : List.of("VISUAL", "EDITOR")) {
      String value = environment.getOrDefault(variable, "");
      if (!value.isBlank()) {
        return value;
      }
    }
    return "vi";
  }
}
