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

        Values come from a YAML file (`--config FILE`, by default `holdpoint.yaml` in the data folder),
        then from environment variables, then from flags; later sources win. In the file, `a.b` is either
        a key or a section `a:` with the key `b:`. A relative path in the file starts from the folder of
        the file; elsewhere it starts from the working folder. The daemon refuses to start with an unknown
        key or an unknown `HOLDPOINT_` variable. `holdpoint config show` prints each value in force and
        its source.

        | key | flag | variable | default | meaning |
        |---|---|---|---|---|
        %s

        If `host` is an address that other machines can reach, you must set your own admin token.

        The launcher reads `HOLDPOINT_JAVA_HOME` (the JDK to use), `HOLDPOINT_JAVA_SEARCH` (folders with
        JDKs, separated by colons, instead of the usual ones) and `HOLDPOINT_JAVA_OPTS` (additional flags
        for the JVM). The command line reads `HOLDPOINT_URL` and `HOLDPOINT_TOKEN`. Without them it uses
        the `host`, `port` and admin token of the daemon in the data folder, from the variables above or
        from its `holdpoint.yaml`.
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
