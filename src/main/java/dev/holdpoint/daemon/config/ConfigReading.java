package dev.holdpoint.daemon.config;

import dev.holdpoint.api.json.Nearest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the sources into values: collects what was given, the later over the earlier, then
 * reads each.
 */
final class ConfigReading {
  /** Variables with our prefix that are not settings: the launcher's and the command line's. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          "HOLDPOINT_JAVA_HOME",
          "HOLDPOINT_JAVA_OPTS",
          "HOLDPOINT_JAVA_SEARCH",
          "HOLDPOINT_URL",
          "HOLDPOINT_TOKEN",
          "HOLDPOINT_CA_FILE");

  private final ConfigSources sources;
  private final Map<String, Setting<?>> known =
      Settings.ALL.stream()
          .collect(
              Collectors.toMap(Setting::key, Function.identity(), (a, _) -> a, LinkedHashMap::new));

  ConfigReading(ConfigSources sources) {
    this.sources = sources;
  }

  SettingValues read() throws ConfigException {
    Map<String, Given> given = variables();
    given.putAll(flags());
    Path data = data(given);
    Path file = file(data);
    if (file != null) {
      Map<String, Given> inFile = YamlFile.read(file, known);
      checkDataOfFoundFile(inFile.get(Settings.DATA.key()), file, data);
      inFile.forEach(given::putIfAbsent);
      data = data(given);
    }
    Map<Setting<?>, Value<?>> values = new HashMap<>();
    Set<Setting<?>> settings = new LinkedHashSet<>(Settings.ALL);
    settings.removeIf(Setting::isNamed);
    new TreeSet<>(given.keySet()).stream().map(Settings::find).forEach(settings::add);
    for (Setting<?> setting : settings) {
      Value<?> value = value(setting, given.get(setting.key()));
      if (value != null) {
        values.put(setting, value);
      }
    }
    Value.putIfAbsent(values, Settings.DATA, data);
    Value.putIfAbsent(values, Settings.WORKSPACE_ROOT, data.resolve("workspaces"));
    Value.putIfAbsent(values, Settings.AUDIT_KEY_FILE, data.resolve("audit-key"));
    checkVault(values);
    Value.putIfAbsent(values, VaultSettings.KEY_FILE, data.resolve("vault-key"));
    return new SettingValues(values, file, sources.environment());
  }

  /** With two keys nobody could tell which one seals. */
  private static void checkVault(Map<Setting<?>, Value<?>> values) throws ConfigException {
    checkAtMostOne(
        values, VaultSettings.KEY_ITSELF, VaultSettings.KEY_FILE, VaultSettings.KEY_COMMAND);
    checkAtMostOne(values, VaultSettings.PREVIOUS_KEY, VaultSettings.PREVIOUS_KEY_FILE);
    for (Setting<String> key : List.of(VaultSettings.KEY_ITSELF, VaultSettings.PREVIOUS_KEY)) {
      Value<?> value = values.get(key);
      // A backup holds the configuration file that lies in the data folder, and must hold no key.
      if (value != null && value.origin() instanceof Origin.Line) {
        throw new ConfigException(
            "%s: '%s' is not allowed in a configuration file; set %s, or use '%s_file'"
                .formatted(value.origin(), key.key(), key.variable(), key.key()));
      }
    }
  }

  private static void checkAtMostOne(Map<Setting<?>, Value<?>> values, Setting<?>... settings)
      throws ConfigException {
    List<String> set = new ArrayList<>();
    for (Setting<?> setting : settings) {
      Value<?> value = values.get(setting);
      if (value != null) {
        set.add("'%s' (%s)".formatted(setting.key(), value.origin()));
      }
    }
    if (set.size() > 1) {
      throw new ConfigException(String.join(" and ", set) + " are both set; remove one");
    }
  }

  private Map<String, Given> variables() throws ConfigException {
    Map<String, Setting<?>> byVariable =
        known.values().stream().collect(Collectors.toMap(Setting::variable, Function.identity()));
    Map<String, Given> given = new HashMap<>();
    // In order, so that of two mistakes the same one is told every time.
    for (var variable : new TreeMap<>(sources.environment()).entrySet()) {
      String name = variable.getKey();
      if (!name.startsWith("HOLDPOINT_") || OTHER_VARIABLES.contains(name)) {
        continue;
      }
      Setting<?> setting = byVariable.getOrDefault(name, named(name));
      if (setting == null || setting.isNamed()) {
        throw new ConfigException(
            "Unknown variable "
                + name
                + "; did you mean "
                + Nearest.to(name, byVariable.keySet())
                + "?");
      }
      given.put(setting.key(), new Given(variable.getValue(), new Origin.Variable(name)));
    }
    return given;
  }

  /**
   * Of several that end alike, as MODEL and FALLBACK_MODEL, the one that leaves less for a name.
   */
  private @Nullable Setting<?> named(String variable) {
    Setting<?> found = null;
    int shortest = Integer.MAX_VALUE;
    for (Setting<?> setting : known.values()) {
      String name = setting.isNamed() ? setting.nameInVariable(variable) : null;
      if (name != null && name.length() < shortest) {
        shortest = name.length();
        found = setting.of(name);
      }
    }
    return found;
  }

  private Map<String, Given> flags() {
    Map<String, Given> given = new HashMap<>();
    sources
        .flags()
        .forEach((key, text) -> given.put(key, new Given(text, new Origin.Flag("--" + key))));
    return given;
  }

  private Path data(Map<String, Given> given) throws ConfigException {
    Value<Path> value = value(Settings.DATA, given.get(Settings.DATA.key()));
    if (value != null) {
      return value.value();
    }
    String xdg = sources.environment().get("XDG_DATA_HOME");
    // The XDG rules say to pass over a relative one.
    return xdg != null && Path.of(xdg).isAbsolute()
        ? Path.of(xdg, "holdpoint")
        : Path.of(System.getProperty("user.home", ""), ".local", "share", "holdpoint");
  }

  private @Nullable Path file(Path data) {
    Path named = sources.file();
    if (named != null) {
      return sources.workingFolder().resolve(named).normalize();
    }
    Path found = data.resolve("holdpoint.yaml");
    return Files.exists(found) ? found : null;
  }

  /** A file that was found through the data folder cannot move it: which folder would be meant? */
  private void checkDataOfFoundFile(@Nullable Given inFile, Path file, Path data)
      throws ConfigException {
    if (sources.file() == null && inFile != null) {
      Value<Path> value = value(Settings.DATA, inFile);
      if (value != null && !value.value().equals(data)) {
        throw new ConfigException(
            inFile.origin()
                + ": 'data' is a different folder than the one with this file; give the "
                + "file with --config "
                + file);
      }
    }
  }

  private <T> @Nullable Value<T> value(Setting<T> setting, @Nullable Given given)
      throws ConfigException {
    if (given == null) {
      String preset = setting.preset();
      return preset == null ? null : value(setting, new Given(preset, new Origin.Preset()));
    }
    if (given.text().isBlank() && !setting.form().mayBeEmpty()) {
      throw refused(setting, given, "is empty; remove it, or set");
    }
    T value = setting.form().read(given.text(), folder(given.origin()));
    if (value == null) {
      String shown = setting.secret() ? "is not valid" : "is '" + given.text().strip() + "'";
      throw refused(setting, given, shown + "; expected");
    }
    return new Value<>(value, given.origin());
  }

  private static ConfigException refused(Setting<?> setting, Given given, String why) {
    return new ConfigException(
        given.origin() + ": '" + setting.key() + "' " + why + " " + setting.form().expected());
  }

  /** What a relative path starts from: the file that holds it, else where the user stands. */
  private Path folder(Origin origin) {
    return switch (origin) {
      case Origin.Line(Path file, _) -> {
        Path parent = file.toAbsolutePath().getParent();
        yield parent == null ? sources.workingFolder() : parent;
      }
      case Origin.Preset _, Origin.Variable _, Origin.Flag _ -> sources.workingFolder();
    };
  }
}
