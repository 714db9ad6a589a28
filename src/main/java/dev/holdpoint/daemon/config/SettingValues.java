package dev.holdpoint.daemon.config;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings as they were given, each with its origin. Groups of settings read themselves out of
 * these and do not know {@link Config}, which holds all groups.
 */
final class SettingValues {
  private final Map<Setting<?>, Value<?>> values;
  private final @Nullable Path file;
  private final Map<String, String> environment;

  SettingValues(
      Map<Setting<?>, Value<?>> values, @Nullable Path file, Map<String, String> environment) {
    this.values = Map.copyOf(values);
    this.file = file;
    this.environment = Map.copyOf(environment);
  }

  Optional<Path> file() {
    return Optional.ofNullable(file);
  }

  /** What the daemon's environment holds under the name that a setting gives. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name));
  }

  <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> new IllegalStateException(setting.key() + " has no default"));
  }

  <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable(value(setting)).map(Value::value);
  }

  /** Safe: a setting is only ever stored with a value that its own form has read. */
  @SuppressWarnings("unchecked")
  <T> @Nullable Value<T> value(Setting<T> setting) {
    return (Value<T>) values.get(setting);
  }

  /** Where a setting was made, as messages begin. */
  String where(Setting<?> setting) {
    Value<?> value = value(setting);
    return value == null ? "" : value.origin() + ": ";
  }

  /** The names for which any of these is set, in order. */
  Set<String> names(List<Setting<?>> members) {
    Set<String> names = new TreeSet<>();
    for (Setting<?> setting : values.keySet()) {
      for (Setting<?> member : members) {
        String name = member.nameIn(setting.key());
        if (name != null) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** The settings that are not among {@code others}, by their keys. */
  Stream<Setting<?>> without(Set<Setting<?>> others) {
    return values.keySet().stream()
        .filter(setting -> !others.contains(setting))
        .sorted(Comparator.comparing(Setting::key));
  }

  /** Whether the file was named, and not by an earlier source than the secret itself. */
  boolean wins(Setting<Path> inFile, Setting<String> itself) {
    Value<Path> file = value(inFile);
    Value<String> secret = value(itself);
    return file != null && (secret == null || file.origin().rank() > secret.origin().rank());
  }

  void checkOne(Setting<Path> inFile, Setting<String> itself) throws ConfigException {
    Value<Path> file = value(inFile);
    Value<String> secret = value(itself);
    if (file != null && secret != null && file.origin().rank() == secret.origin().rank()) {
      throw new ConfigException(
          "%s: '%s' and '%s' (%s) are both set; remove one"
              .formatted(file.origin(), inFile.key(), itself.key(), secret.origin()));
    }
  }

  /** A setting and its former name, wherever each was given. */
  void checkRenamed(Setting<?> setting, Setting<?> former) throws ConfigException {
    Value<?> value = value(setting);
    Value<?> old = value(former);
    if (value != null && old != null && !(value.origin() instanceof Origin.Preset)) {
      throw new ConfigException(
          "%s: '%s' and its former name '%s' (%s) are both set; remove '%s'"
              .formatted(value.origin(), setting.key(), former.key(), old.origin(), former.key()));
    }
  }
}
