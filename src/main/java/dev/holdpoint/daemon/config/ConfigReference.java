package dev.holdpoint.daemon.config;

import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes the documentation page from the table; a test compares the page in the checkout with it.
 */
public final class ConfigReference {
  private ConfigReference() {}

  public static String markdown() {
    String rows = Settings.ALL.stream().map(ConfigReference::row).collect(Collectors.joining("\n"));
    return """
        # Configuration

        Values come from a YAML file (`--config FILE`, else `holdpoint.yaml` in the data folder if it
        exists), then from environment variables, then from flags; the later wins. In the file `a.b` is
        either a key or a section `a:` with the key `b:`. Relative paths start from the folder of the
        file that holds them, or from the working folder. An unknown key or `HOLDPOINT_` variable is
        refused by name. `holdpoint config show` prints what is in force and where each value came from.

        | key | flag | variable | default | meaning |
        |---|---|---|---|---|
        %s

        An address that other machines can reach (`host`) needs an admin token of your own.

        The launcher reads `HOLDPOINT_JAVA_HOME` (the JDK to use), `HOLDPOINT_JAVA_SEARCH` (folders that
        hold JDKs, separated by colons, in place of the usual ones) and `HOLDPOINT_JAVA_OPTS` (further
        flags for the JVM). The command line reads `HOLDPOINT_URL` and `HOLDPOINT_TOKEN`; without them it
        calls the daemon of the data folder by its `host`, `port` and admin token, from the variables
        above or from `holdpoint.yaml` there.
        """
        .formatted(rows);
  }

  private static String row(Setting<?> setting) {
    String expected = setting.form().expected();
    String preset = setting.preset() == null ? setting.unset() : "`" + setting.preset() + "`";
    return String.format(
        Locale.ROOT,
        "| `%s` | %s | `%s` | %s | %s (%s) |",
        setting.key(),
        setting.flag() ? "`" + setting.flagName() + "`" : "–",
        setting.variable(),
        preset,
        setting.meaning(),
        expected);
  }
}
