package dev.holdpoint.cli.connect;

import java.util.Locale;

/** For whom settings are. */
enum Scope {
  USER,
  PROJECT,

  /** One person in one project; only Claude Code has such a file. */
  LOCAL;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
