package dev.holdpoint.daemon.config;

import java.util.Map;

/** A value in force and where it came from. */
record Value<T>(T value, Origin origin) {
  static <T> void putIfAbsent(Map<Setting<?>, Value<?>> values, Setting<T> setting, T preset) {
    values.putIfAbsent(setting, new Value<>(preset, new Origin.Preset()));
  }
}
