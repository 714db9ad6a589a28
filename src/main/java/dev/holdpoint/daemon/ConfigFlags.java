package dev.holdpoint.daemon;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigException;
import dev.holdpoint.daemon.config.ConfigSources;
import dev.holdpoint.daemon.config.Setting;
import dev.holdpoint.daemon.config.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The flags of the configuration, for commands that read it: {@code @Mixin ConfigFlags flags}, then
 * {@code flags.load()}. But for {@code --config} they come from the table of settings.
 */
final class ConfigFlags {
  private final Map<String, OptionSpec> options = new LinkedHashMap<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "configuration file (default: holdpoint.yaml in the data folder)")
  private @Nullable Path file;

  /** picocli gives the command that the flags are mixed into. */
  @Spec(Spec.Target.MIXEE)
  void addTo(CommandSpec command) {
    for (Setting<?> setting : Settings.ALL) {
      if (setting.flag()) {
        OptionSpec option =
            OptionSpec.builder(setting.flagName())
                .paramLabel(setting.key().toUpperCase(Locale.ROOT))
                .type(String.class)
                .description(setting.meaning())
                .build();
        command.addOption(option);
        options.put(setting.key(), option);
      }
    }
  }

  Config load() throws ConfigException {
    Map<String, String> given = new HashMap<>();
    options.forEach(
        (key, option) -> {
          String text = option.getValue();
          if (text != null) {
            given.put(key, text);
          }
        });
    return Config.load(ConfigSources.ofProcess(file, given));
  }
}
